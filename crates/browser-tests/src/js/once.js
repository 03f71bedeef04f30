// Evaluates a script, unless it has been evaluated already under this number: then it gives the same answer.
(number, script) => {
  if (window.testAnswer?.number !== number) window.testAnswer = { number, value: (0, eval)(script) };
  return window.testAnswer.value;
}
