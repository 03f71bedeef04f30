// Starts the page. Everything else is in page_bg.wasm, and in the parts that it fetches.

// The names of the files differ from build to build: this is how the page finds the worker of its own.
document.documentElement.dataset.worker = './worker.js';

// The page says so when a part or the worker could not be loaded.
addEventListener('fearsome-lost', renew);

try {
  const { default: init } = await import('./page.js');
  await init();
} catch (error) {
  if (!(await renew())) {
    console.error(error);
    document.getElementById('loading')?.remove();
    document.getElementById('broken').hidden = false;
  }
}

// Loads the page again if the host has another build than this one, whose files may be gone; tells whether it does.
// A build is left at most once, so that a host that cannot make up its mind causes no loop.
async function renew() {
  try {
    const build = new URL(import.meta.url).pathname.split('/').pop();
    const answer = await fetch(location.pathname + location.search, { cache: 'reload' });
    const offered = answer.ok && (await answer.text()).match(/start-[0-9a-f]+\.js/)?.[0];
    const left = sessionStorage.getItem('fearsome.left-builds')?.split(' ') ?? [];
    if (!offered || offered === build || left.includes(build)) return false;
    sessionStorage.setItem('fearsome.left-builds', [...left, build].join(' '));
    location.reload();
    return true;
  } catch {
    // No network, or no storage: then there is nothing better to load, or no way to know that it was tried before.
    return false;
  }
}
