// Gives `{ value }` as soon as the condition holds; after `millis` it gives `{ trouble }`, what stood in the way if that is known.
// With `steps` it fires the page's timers one by one until then. Without one, it looks in each frame, and now and then
// without a frame, too: a window in which nothing changes may get none.
(condition, millis, steps) => new Promise((resolve) => {
  const { later, cancel, tick, settle } = testClock;
  const end = performance.now() + millis;
  const next = () => {
    if (steps && tick()) return later(look);
    const frame = requestAnimationFrame(() => { cancel(timer); look(); });
    const timer = later(() => { cancelAnimationFrame(frame); look(); }, 250);
  };
  const look = () => {
    let value, trouble = '';
    settle();
    try { value = condition(); } catch (error) { trouble = `${error}`; }
    if (value) resolve({ value });
    else if (performance.now() > end) resolve({ trouble });
    else next();
  };
  look();
})
