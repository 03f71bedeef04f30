// Resolves as soon as the condition holds in a frame; after `millis` it fails and says what it waited for.
(condition, what, millis) => new Promise((resolve, reject) => {
  const end = performance.now() + millis;
  const look = () => {
    let value, trouble;
    try { value = condition(); } catch (error) { trouble = error; }
    if (value) resolve(value);
    else if (performance.now() > end) reject(new Error(`waited in vain for ${what}${trouble ? `: ${trouble}` : ''}`));
    else requestAnimationFrame(look);
  };
  look();
})
