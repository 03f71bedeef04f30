// Resolves to `{ value }` as soon as the condition holds, or to `{ trouble }` after `millis`: the last error, if any.
// With `steps`, fires the page's timers one at a time until then. If there is none, checks the condition in every frame,
// and also every 250 ms: a window in which nothing changes may get no frames.
(condition, millis, steps) => new Promise((resolve) => {
  const { later, cancel, tick, settle, isHeld } = testClock;
  // Otherwise the clock fires timers, too, and the state that the test waits for may have passed.
  if (steps && !isHeld()) throw new Error('run_until needs a clock that is held: call hold_clock first');
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
