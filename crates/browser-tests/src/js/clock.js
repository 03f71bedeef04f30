// Puts the page's timers into the hands of a test, as `testClock`; in a page that has it already, changes only its pace.
//   rush: a timer fires as soon as it is the next one due, however long it was set for.
//   held: a timer fires when the test says so.
//   real: timers and motion are left alone.
(pace) => {
  if (window.testClock) return void window.testClock.setPace(pace);
  // Whoever waits a minute tidies up: a saved file is forgotten. Early, that would do harm; no test waits for it.
  const TIDYING_MS = 60_000;
  // The browser's own numbers stay below it.
  const FIRST_ID = 1e9;
  const [later, cancel] = [setTimeout.bind(window), clearTimeout.bind(window)];
  const timers = new Map();
  let [now, lastId] = [0, FIRST_ID];

  const fire = () => {
    // Of those due at the same time, the one that was set first comes first.
    const [id, { due, then }] = [...timers].reduce((first, next) => next[1].due < first[1].due ? next : first);
    timers.delete(id);
    now = due;
    then();
  };
  // One timer a task: what it causes is done before the next one fires.
  const { port1: doorbell, port2: bell } = new MessageChannel();
  let rings = false;
  const ring = () => {
    if (rings || pace !== 'rush' || !timers.size) return;
    rings = true;
    bell.postMessage('');
  };
  doorbell.onmessage = () => {
    rings = false;
    try { if (pace === 'rush' && timers.size) fire(); } finally { ring(); }
  };

  window.setTimeout = (then, ms = 0, ...values) => {
    if (pace === 'real' || ms >= TIDYING_MS) return later(then, ms, ...values);
    lastId += 1;
    timers.set(lastId, { due: now + ms, then: () => then(...values) });
    ring();
    return lastId;
  };
  window.clearTimeout = (id) => id > FIRST_ID ? void timers.delete(id) : cancel(id);

  window.testClock = {
    later, cancel,
    setPace: (other) => { pace = other; ring(); },
    // The time that the timers have been told, in milliseconds.
    now: () => now,
    waiting: () => timers.size,
    // Fires the next timer; tells whether there was one.
    tick: () => timers.size > 0 && (fire(), true),
    // Brings everything that moves to its end, and stops what has none.
    settle: () => {
      if (pace === 'real') return;
      for (const motion of document.getAnimations()) {
        if (Number.isFinite(motion.effect?.getComputedTiming().endTime)) motion.finish();
        else if (motion.playState === 'running') motion.pause();
      }
    },
    // Lets a library that is no part of the page have the browser's own timers.
    aside: async (task) => {
      const own = window.setTimeout;
      window.setTimeout = later;
      try { return await task(); } finally { window.setTimeout = own; }
    },
  };
}
