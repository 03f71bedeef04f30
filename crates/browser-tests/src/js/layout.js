// What is wrong with the layout: sideways scrolling, controls that are covered, controls that lie on each other. What lies
// behind a modal dialog cannot be used, so it may be covered.
(width) => {
  const problems = [];
  const named = (element) => {
    const words = (element.getAttribute('aria-label') || element.textContent || element.value || '').trim().slice(0, 30);
    const id = ['id', 'class', 'data-cell', 'name', 'value'].map((name) => element.getAttribute(name) && `${name}=${element.getAttribute(name)}`).filter(Boolean).join(' ');
    return `<${element.tagName.toLowerCase()}${id && ` ${id}`}> ${JSON.stringify(words)}`;
  };
  const shown = (element) => element.checkVisibility({ visibilityProperty: true });
  const root = document.scrollingElement;
  if (root.scrollWidth > width) {
    problems.push(`the page is ${root.scrollWidth} px wide in a window of ${width} px`);
    const wide = [...document.body.querySelectorAll('*')].filter((element) => element.getBoundingClientRect().right > width + 1 && shown(element));
    problems.push(...wide.slice(0, 5).map((element) => `too far right: ${named(element)}`));
  }
  // A control that is drawn by its label is where its label is.
  const face = (control) => {
    const box = control.getBoundingClientRect();
    const style = getComputedStyle(control);
    const hidden = box.width < 2 || box.height < 2 || style.opacity === '0' || style.clipPath !== 'none';
    return hidden && control.labels?.length ? control.labels[0] : control;
  };
  const selector = 'button, a[href], input:not([type=hidden]), select, textarea, summary, [role=button], [tabindex]:not([tabindex="-1"])';
  // A skip link comes into the window when the keyboard reaches it.
  const scope = document.querySelector('dialog:modal') ?? document;
  const controls = [...scope.querySelectorAll(selector)].filter((control) => shown(face(control)) && !control.matches('.skiplink'));
  // What is scrolled out of sight lies on nothing.
  const seen = (element) => {
    let { left, right, top, bottom } = element.getBoundingClientRect();
    for (let frame = element.parentElement; frame; frame = frame.parentElement) {
      if (!['auto', 'scroll', 'hidden', 'clip'].includes(getComputedStyle(frame).overflowY)) continue;
      const box = frame.getBoundingClientRect();
      [left, right, top, bottom] = [Math.max(left, box.left), Math.min(right, box.right), Math.max(top, box.top), Math.min(bottom, box.bottom)];
    }
    return { left, right, top, bottom };
  };
  const boxes = controls.map((control) => seen(face(control)));
  // A balloon and what stays in place when the page is scrolled lie on other things on purpose.
  const floats = (element) => element && (element.matches('[role=dialog]') || ['fixed', 'sticky'].includes(getComputedStyle(element).position) || floats(element.parentElement));
  const floating = controls.map((control) => Boolean(floats(control)));
  controls.forEach((one, i) => controls.slice(i + 1).forEach((other, k) => {
    const j = i + 1 + k;
    if (floating[i] !== floating[j] || face(one).contains(face(other)) || face(other).contains(face(one))) return;
    // The boxes of what is drawn aslant overlap a little where the drawings do not.
    const [a, b, slack] = [boxes[i], boxes[j], 4];
    const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
    const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
    if (wide > slack && high > slack) problems.push(`${named(one)} and ${named(other)} overlap by ${wide.toFixed()} × ${high.toFixed()} px`);
  }));
  const before = [scrollX, scrollY];
  controls.forEach((control) => {
    const place = face(control);
    place.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
    // A link in a text may go over several lines: its box is larger than what is drawn.
    const box = getComputedStyle(place).display === 'inline' ? place.getClientRects()[0] ?? place.getBoundingClientRect() : place.getBoundingClientRect();
    if (box.width < 1 || box.height < 1) return problems.push(`${named(control)} has no size`);
    const hit = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    if (!hit) return problems.push(`${named(control)} cannot be brought into the window`);
    const itself = place.contains(hit) || control.contains(hit) || hit.closest('label')?.control === control;
    if (!itself) problems.push(`${named(control)} is covered by ${named(hit)}`);
  });
  scrollTo(...before);
  return problems;
}
