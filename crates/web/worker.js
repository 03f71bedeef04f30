// Bots think and levels are solved here. Orders that come before the program is loaded wait for it.
import init, { is_busy, take, work } from './thinker.js';

const ready = init();

// Between two slices of work other messages are heard: a message to oneself comes after those that wait.
const next = new MessageChannel();
let isWorking = false;

const attempt = (what) => {
  try {
    what();
  } catch (error) {
    isWorking = false;
    reportError(error);
  }
};

const goOn = () => {
  isWorking = is_busy();
  if (isWorking) next.port2.postMessage(null);
};

next.port1.onmessage = () => attempt(() => {
  const report = work();
  if (report !== undefined) postMessage(report);
  goOn();
});

onmessage = async ({ data }) => {
  try {
    await ready;
  } catch (error) {
    reportError(error);
    return;
  }
  attempt(() => {
    take(data);
    if (!isWorking) goOn();
  });
};
