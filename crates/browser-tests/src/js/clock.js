// Replaces the page's timers by `testClock`, which a test controls. If the page has one already, only sets its pace:
//   rush: a timer fires as soon as it is the next one due, whatever its delay.
//   held: timers fire only when the test calls `tick`.
//   real: timers and animations run as for players.
(pace) => {
  if (window.testClock) return void window.testClock.setPace(pace);
  // A timer of a minute cleans up, for instance after a download. It would do harm if it fired early, so it stays real.
  const CLEANUP_MS = 60_000;
  // Above every id that the browser hands out.
  const FIRST_ID = 1e9;
  const [later, cancel] = [setTimeout.bind(window), clearTimeout.bind(window)];
  const timers = new Map();
  let [now, lastId] = [0, FIRST_ID];

  const fire = () => {
    // A map keeps the order of insertion: of timers due at the same time, the first one set fires first.
    const [id, { due, then }] = [...timers].reduce((first, next) => next[1].due < first[1].due ? next : first);
    timers.delete(id);
    now = due;
    then();
  };
  // One task per timer: promises and effects of one timer run before the next one fires.
  const { port1: receiver, port2: sender } = new MessageChannel();
  let isScheduled = false;
  const schedule = () => {
    if (isScheduled || pace !== 'rush' || !timers.size) return;
    isScheduled = true;
    sender.postMessage('');
  };
  receiver.onmessage = () => {
    isScheduled = false;
    try { if (pace === 'rush' && timers.size) fire(); } finally { schedule(); }
  };

  window.setTimeout = (then, ms = 0, ...values) => {
    if (pace === 'real' || ms >= CLEANUP_MS) return later(then, ms, ...values);
    lastId += 1;
    timers.set(lastId, { due: now + ms, then: () => then(...values) });
    schedule();
    return lastId;
  };
  window.clearTimeout = (id) => id > FIRST_ID ? void timers.delete(id) : cancel(id);

  window.testClock = {
    later, cancel,
    setPace: (other) => { pace = other; schedule(); },
    isHeld: () => pace === 'held',
    // The time at which the last timer was due, in milliseconds.
    now: () => now,
    // The number of timers that have not fired yet.
    waiting: () => timers.size,
    // Fires the next timer. Returns false if there is none.
    tick: () => timers.size > 0 && (fire(), true),
    // Moves animations and transitions to their end, and pauses those without one.
    settle: () => {
      if (pace === 'real') return;
      for (const motion of document.getAnimations()) {
        if (Number.isFinite(motion.effect?.getComputedTiming().endTime)) motion.finish();
        else if (motion.playState === 'running') motion.pause();
      }
    },
    // Runs a task of the test, such as axe, with the browser's own timers.
    aside: async (task) => {
      const own = window.setTimeout;
      window.setTimeout = later;
      try { return await task(); } finally { window.setTimeout = own; }
    },
  };
}
