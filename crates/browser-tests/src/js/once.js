// Evaluates a script and returns its value. If the last script had the same number, returns its value again instead.
(number, script) => {
  if (window.testAnswer?.number !== number) window.testAnswer = { number, value: (0, eval)(script) };
  return window.testAnswer.value;
}
