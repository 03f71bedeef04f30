// Controls that a finger hardly hits: smaller than `least` in one direction. Links within a text may be as small as the text.
(least) => {
  const face = (control) => {
    const box = control.getBoundingClientRect();
    const style = getComputedStyle(control);
    const hidden = box.width < 2 || box.height < 2 || style.opacity === '0' || style.clipPath !== 'none';
    return hidden && control.labels?.length ? control.labels[0] : control;
  };
  const controls = [...document.querySelectorAll('button, a[href], input:not([type=hidden]), select, textarea, summary, [role=button]')];
  return controls.map((control) => [control, face(control)])
    .filter(([control, place]) => place.checkVisibility({ visibilityProperty: true }) && !control.hasAttribute('data-cell') && getComputedStyle(place).display !== 'inline')
    .map(([control, place]) => [control, place.getBoundingClientRect()])
    .filter(([, box]) => box.width < least - 0.5 || box.height < least - 0.5)
    .map(([control, box]) => `${control.outerHTML.slice(0, 100)} has only ${box.width.toFixed()} × ${box.height.toFixed()} px`);
}
