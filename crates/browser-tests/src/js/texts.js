// Texts and icons that cannot be read whole: cut by what hides its overflow, sticking out of their control, or broken in
// the middle of a word. Names that players choose may end in an ellipsis, since nobody knows how long they are.
() => {
  const SLACK_PX = 2;
  const SLANT_PX = 3;
  // The box of a line is higher than its letters.
  const LINE_SLACK = 0.3;
  const CONTROL = 'button, a.btn, a.tool, summary, select, .speed span, .panel, .now-flag';
  // Whatever is broken here was never a word: addresses and codes.
  const NO_WORDS = 'code, textarea, .code, .address';
  const problems = new Map();
  const report = (what, element, words) => {
    const id = ['class', 'data-do'].map((name) => element.getAttribute(name) && `${name}=${element.getAttribute(name)}`).filter(Boolean).join(' ');
    const problem = `${what}: <${element.tagName.toLowerCase()}${id && ` ${id}`}> ${JSON.stringify(words.trim().slice(0, 40))}`;
    problems.set(problem, problem);
  };
  // What only screen readers read, and what nobody sees now.
  const isForEyes = (element) => {
    for (let frame = element; frame; frame = frame.parentElement) {
      const { clipPath, opacity } = getComputedStyle(frame);
      if (clipPath.startsWith('inset(50%') || opacity === '0' || frame.matches('.skiplink')) return false;
    }
    return element.checkVisibility({ visibilityProperty: true });
  };
  const padding = (frame) => {
    const box = frame.getBoundingClientRect();
    const style = getComputedStyle(frame);
    const side = (name) => parseFloat(style[`border${name}Width`]) || 0;
    return { left: box.left + side('Left'), right: box.right - side('Right'), top: box.top + side('Top'), bottom: box.bottom - side('Bottom') };
  };
  // By how far a box leaves another one, to the sides and up or down.
  const leaves = (box, frame) => [Math.max(frame.left - box.left, box.right - frame.right), Math.max(frame.top - box.top, box.bottom - frame.bottom)];
  // A row that is made to be pushed along is wider than what it lies in.
  const isPushedRow = (frame) => {
    const { overflowX, scrollSnapType } = getComputedStyle(frame);
    return ['auto', 'scroll'].includes(overflowX) && scrollSnapType.startsWith('x');
  };
  // Whether an ancestor hides a part of the box. What can be scrolled up or down is not hidden. To scroll sideways nobody
  // expects, but in a row that snaps: it is made to be pushed along.
  const isCut = (element, box, high) => {
    let isScrolled = false;
    let isPushed = false;
    for (let frame = element; frame && frame !== document.body; frame = frame.parentElement) {
      const { overflowX, overflowY, display } = getComputedStyle(frame);
      if (display === 'inline' || display === 'contents') continue;
      const [wide, tall] = leaves(box, padding(frame));
      isPushed ||= isPushedRow(frame);
      if (overflowX !== 'visible' && wide > SLACK_PX && !isPushed) return true;
      if (!isScrolled && ['hidden', 'clip'].includes(overflowY) && tall > high) return true;
      isScrolled ||= ['auto', 'scroll'].includes(overflowY);
    }
    return false;
  };
  const scrolls = (element, control) => ['auto', 'scroll'].includes(getComputedStyle(element).overflowY) || element !== control && scrolls(element.parentElement, control);
  // A badge is fastened to its control, it does not lie in it.
  const isBadge = (element, control) => element !== control && (getComputedStyle(element).position === 'absolute' || isBadge(element.parentElement, control));
  const isInPushedRow = (element, control) => element !== control && (isPushedRow(element) || isInPushedRow(element.parentElement, control));
  const sticksOut = (element, box, high) => {
    const control = element.closest(CONTROL);
    if (!control || ['inline', 'contents'].includes(getComputedStyle(control).display) || isBadge(element, control) || isInPushedRow(element, control)) return false;
    const [wide, tall] = leaves(box, control.getBoundingClientRect());
    // The sides of a button are drawn aslant, within its box.
    return wide > (control.matches('.btn') ? -SLANT_PX : SLACK_PX) || tall > high && !scrolls(element, control);
  };
  // A test scrolls what a player cannot.
  for (const element of document.body.querySelectorAll('*')) {
    if (element.scrollTop && getComputedStyle(element).overflowY === 'hidden') element.scrollTop = 0;
    if (element.scrollLeft && getComputedStyle(element).overflowX === 'hidden') element.scrollLeft = 0;
  }
  const lines = (range) => [...range.getClientRects()].filter(({ width, height }) => width > 0 && height > 0);
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  let arrow;
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    const element = text.parentElement;
    if (!text.data.trim() || element.closest('svg, script, noscript, option') || !isForEyes(element)) continue;
    range.selectNodeContents(text);
    const boxes = lines(range);
    if (!boxes.length) continue;
    const { fontSize, textOverflow } = getComputedStyle(element);
    const high = Math.max(SLACK_PX, parseFloat(fontSize) * LINE_SLACK);
    const isOwnName = textOverflow === 'ellipsis' && element.matches('.who, .names, .name, .nm');
    if (!isOwnName && boxes.some((box) => isCut(element, box, high))) report('cut', element, text.data);
    else if (!isOwnName && boxes.some((box) => sticksOut(element, box, high))) report('sticks out', element, text.data);
    if (arrow && boxes[0].top - arrow.top > arrow.height * 0.6) report('broken after an arrow', element, text.data);
    arrow = /→\s*$/.test(text.data) && boxes.at(-1);
    if (element.closest(NO_WORDS)) continue;
    // An arrow belongs to what it points at. A word may be broken at its own marks.
    for (const word of text.data.matchAll(/→\s?[^\s→]+|[^\s\u00ad\u200b\-–—/…]+/g)) {
      range.setStart(text, word.index);
      range.setEnd(text, word.index + word[0].length);
      const parts = lines(range);
      if (parts.some(({ top, height }) => top - parts[0].top > height * 0.6)) report(`broken ${JSON.stringify(word[0])}`, element, text.data);
    }
  }
  // Icons and tombstones.
  for (const picture of document.querySelectorAll(':is(button, a, label, .graves, .g, .f) svg:not(.picks)')) {
    if (!isForEyes(picture)) continue;
    const box = picture.getBoundingClientRect();
    if (isCut(picture.parentElement, box, SLACK_PX)) report('cut picture', picture.parentElement, picture.parentElement.textContent);
  }
  // Letters that leave the viewport of their picture.
  for (const letters of document.querySelectorAll('svg text')) {
    const picture = letters.farthestViewportElement ?? letters.ownerSVGElement;
    if (!picture || getComputedStyle(picture).overflow === 'visible' || picture.closest('defs') || !isForEyes(picture)) continue;
    const box = letters.getBoundingClientRect();
    if (!box.width) continue;
    const [wide, tall] = leaves(box, picture.getBoundingClientRect());
    if (wide > SLACK_PX || tall > box.height * LINE_SLACK) report('cut letters', picture, letters.textContent);
  }
  // An icon has a name for those who do not see it, and shows it to those who point at it. The logo is no icon.
  for (const control of document.querySelectorAll('button, a[href], summary')) {
    if (control.closest('.board') || control.querySelector('.logo') || !isForEyes(control)) continue;
    const hidden = control.querySelector('.vh')?.textContent ?? '';
    if (control.textContent.replace(hidden, '').trim().length > 1) continue;
    control.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }));
    if (!(control.getAttribute('aria-label') || hidden)) report('no name', control, control.outerHTML);
    else if (!control.title) report('no tooltip', control, control.getAttribute('aria-label') || hidden);
  }
  return [...problems.values()];
}
