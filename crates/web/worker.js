// The bots think here. Questions that come before the program is loaded wait for it.
import init, { answer } from './thinker.js';

const ready = init();

onmessage = async ({ data }) => {
  try {
    await ready;
    postMessage(answer(data));
  } catch (error) {
    reportError(error);
  }
};
