// Resolves as soon as the condition holds; after `millis` it fails and says what it waited for.
// It looks in each frame, and without one too: a window that nothing changes in, on a busy machine, may get none.
(condition, what, millis) => new Promise((resolve, reject) => {
  const end = performance.now() + millis;
  const next = () => {
    const frame = requestAnimationFrame(() => { clearTimeout(timer); look(); });
    const timer = setTimeout(() => { cancelAnimationFrame(frame); look(); }, 250);
  };
  const look = () => {
    let value, trouble;
    try { value = condition(); } catch (error) { trouble = error; }
    if (value) resolve(value);
    else if (performance.now() > end) reject(new Error(`waited in vain for ${what}${trouble ? `: ${trouble}` : ''}`));
    else next();
  };
  look();
})
