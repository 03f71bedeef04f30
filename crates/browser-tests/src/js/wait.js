// Gives `{ value }` as soon as the condition holds; after `millis` it gives `{ trouble }`, what stood in the way if that is known.
// It looks in each frame, and without one too: a window in which nothing changes may get none.
(condition, millis) => new Promise((resolve) => {
  const end = performance.now() + millis;
  const next = () => {
    const frame = requestAnimationFrame(() => { clearTimeout(timer); look(); });
    const timer = setTimeout(() => { cancelAnimationFrame(frame); look(); }, 250);
  };
  const look = () => {
    let value, trouble = '';
    try { value = condition(); } catch (error) { trouble = `${error}`; }
    if (value) resolve({ value });
    else if (performance.now() > end) resolve({ trouble });
    else next();
  };
  look();
})
