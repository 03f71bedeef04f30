// Starts the page. Everything else is in page_bg.wasm, and in the parts that it fetches.
try {
  const { default: init } = await import('./page.js');
  await init();
} catch (error) {
  console.error(error);
  document.getElementById('loading')?.remove();
  document.getElementById('broken').hidden = false;
}
