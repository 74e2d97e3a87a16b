// What is wrong with the layout of the page, by the boxes of its elements, over a grid of window sizes in both languages. The
// page has no WebGL here: the boxes are the same, and nothing is drawn.

const SIZES = ['320x568', '360x640', '390x844', '412x915', '568x320', '667x375', '740x360', '844x390', '932x430', '768x1024', '820x1180', '1024x768',
  '1180x820', '1280x800', '1366x768', '1920x1080', '2560x1440'];
const TEXTS = '.action > span, .moves button, .seat .who, .turn p, .result h2, .result button, .played span, .tabs button, .to-lobby span, .clock, .primary, .quiet';
/** Every layout leaves the board this height. */
const LEAST = 120;

/** The faults at every size in both languages. `clocks`: how many there must be, 0: any number. */
export async function faultsOf(visit, { least = LEAST, sizes = SIZES, clocks = 0 } = {}) {
  const found = [];
  for (const size of sizes) {
    const [width, height] = size.split('x').map(Number);
    await visit.resize({ width, height });
    for (const language of ['en', 'de']) {
      const faults = await visit.page.evaluate(findFaults, { language, texts: TEXTS, least, clocks });
      found.push(...faults.map((fault) => `${size}, ${language}: ${fault}`));
    }
  }
  return found;
}

/** Shows a message and stops its time. */
export async function keepMessage(visit, key, args = {}) {
  await visit.act('say', key, args);
  await visit.page.locator('.toast:popover-open').evaluate((toast) => {
    for (const animation of toast.getAnimations()) {
      animation.currentTime = 1000;
      animation.pause();
    }
  });
}

/** Runs in the page. Returns a sentence for each fault. `texts`: what may not be cut; `least`: the least height of the board. */
async function findFaults({ language, texts, least, clocks }) {
  const SLACK = 1.5;
  globalThis.fourfall.change({ language });
  while (document.documentElement.lang !== language) await new Promise((done) => setTimeout(done, 10));
  // Column buttons follow the board one frame later.
  for (let i = 0; i < 2; i++) await new Promise((done) => requestAnimationFrame(done));
  const isShort = (animation) => animation.playState !== 'paused' && animation.effect.getComputedTiming().endTime < 10_000;
  await Promise.all(document.getAnimations().filter(isShort).map((animation) => animation.finished.catch(() => {})));
  const width = document.documentElement.clientWidth;
  const page = document.body.getBoundingClientRect();
  const faults = [];

  const isSeen = (element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
    && !element.closest('.hidden, .skip, .debug, [inert]');
  const nameOf = (element) => `${element.tagName.toLowerCase()}.${element.className || element.id} "${(element.getAttribute('aria-label') ?? element.textContent).slice(0, 24)}"`;

  /** The part of an element that the boxes it scrolls in let through. */
  function boxOf(element) {
    let { left, top, right, bottom } = element.getBoundingClientRect();
    for (let outer = element.parentElement; outer && outer !== document.body; outer = outer.parentElement) {
      if (getComputedStyle(outer).overflowY === 'visible') continue;
      const box = outer.getBoundingClientRect();
      [left, top] = [Math.max(left, box.left), Math.max(top, box.top)];
      [right, bottom] = [Math.min(right, box.right), Math.min(bottom, box.bottom)];
    }
    return { element, left, top, right, bottom, isEmpty: right - left < 2 || bottom - top < 2 };
  }

  const boxes = (selector) => [...document.querySelectorAll(selector)].filter(isSeen).map(boxOf).filter(({ isEmpty }) => !isEmpty);
  const overlap = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > SLACK && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > SLACK;
  const isNested = (a, b) => a.element.contains(b.element) || b.element.contains(a.element);

  /** The space between a phone's notch, round corners and home bar. */
  function safeArea() {
    const probe = document.createElement('div');
    probe.style.padding = ['top', 'right', 'bottom', 'left'].map((edge) => `env(safe-area-inset-${edge})`).join(' ');
    document.body.append(probe);
    const { paddingTop, paddingRight, paddingBottom, paddingLeft } = getComputedStyle(probe);
    probe.remove();
    const [top, right, bottom, left] = [paddingTop, paddingRight, paddingBottom, paddingLeft].map(parseFloat);
    return { left, top: page.top + top, right: width - right, bottom: page.bottom - bottom };
  }

  function checkInside(all, safe = safeArea()) {
    for (const { element, left, top, right, bottom } of all) {
      if (left < safe.left - SLACK || right > safe.right + SLACK || top < safe.top - SLACK || bottom > safe.bottom + SLACK) {
        faults.push(`${nameOf(element)} is outside: ${[left, top, right, bottom].map(Math.round)}`);
      }
    }
  }

  function checkApart(all) {
    all.forEach((a, i) => all.slice(i + 1).forEach((b) => {
      if (!isNested(a, b) && overlap(a, b)) faults.push(`${nameOf(a.element)} and ${nameOf(b.element)} overlap`);
    }));
  }

  /** Columns are as wide as the board allows; their whole height on the board is a target, too. */
  function checkTargets() {
    for (const element of [...document.querySelectorAll('button, select, input:not([type=range])')].filter(isSeen)) {
      const { width: wide, height: high } = (element.closest('label') ?? element).getBoundingClientRect();
      if (element.closest('.columns') ? high < 43.5 : wide < 43.5 || high < 43.5) {
        faults.push(`${nameOf(element)} is ${Math.round(wide)} x ${Math.round(high)} pixels`);
      }
    }
  }

  function checkTexts() {
    for (const element of [...document.querySelectorAll(texts)].filter((one) => isSeen(one) && one.clientWidth > 1)) {
      if (element.scrollWidth > element.clientWidth + 1) faults.push(`${nameOf(element)} is cut: ${element.scrollWidth} in ${element.clientWidth}`);
    }
    for (const element of [...document.querySelectorAll('select')].filter(isSeen)) {
      const wide = element.offsetWidth;
      element.style.width = 'max-content';
      if (element.offsetWidth > wide + 1) faults.push(`${nameOf(element)} is cut: ${element.offsetWidth} in ${wide}`);
      element.style.width = '';
    }
  }

  /** The letters of a text that its element shows. The last two give way to an ellipsis. */
  function lettersIn(element) {
    const box = element.getBoundingClientRect();
    const text = document.createTreeWalker(element, NodeFilter.SHOW_TEXT).nextNode();
    const range = document.createRange();
    const isShown = (i) => {
      range.setStart(text, i);
      range.setEnd(text, i + 1);
      const { right, bottom } = range.getBoundingClientRect();
      return right <= box.right + 1 && bottom <= box.bottom + 3;
    };
    const shown = [...text.data].filter((_, i) => isShown(i)).length;
    return shown === text.data.length ? shown : shown - 2;
  }

  /** A long name is whole on a desktop and can be recognised everywhere. */
  function checkNames() {
    for (const element of [...document.querySelectorAll('.player strong, .me-badge bdi')].filter(isSeen)) {
      const length = element.textContent.length;
      const shown = lettersIn(element);
      if (shown < Math.min(length, width >= 1280 ? length : 8)) faults.push(`${nameOf(element)} shows ${shown} of ${length} letters`);
    }
  }

  /** No text lies on or under a control that it is no part of. */
  function checkWords(all) {
    const walker = document.createTreeWalker(document.querySelector('#app'), NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    for (let text = walker.nextNode(); text; text = walker.nextNode()) {
      const element = text.parentElement;
      if (text.data.trim() === '' || element.closest('svg, table, button, select, label, a, .chip') || !isSeen(element)) continue;
      range.selectNodeContents(text);
      const { left, top, right, bottom } = range.getBoundingClientRect();
      const shown = boxOf(element);
      const box = { left: Math.max(left, shown.left), top: Math.max(top, shown.top), right: Math.min(right, shown.right), bottom: Math.min(bottom, shown.bottom) };
      const seen = getComputedStyle(element).overflowX === 'visible' ? { ...box, left, right } : box;
      for (const other of all) if (!other.element.contains(text) && overlap(seen, other)) faults.push(`"${text.data.trim()}" lies on ${nameOf(other.element)}`);
    }
  }

  /** A name breaks between its words: no word of these tests is wider than a line. */
  function checkBreaks() {
    const range = document.createRange();
    for (const element of [...document.querySelectorAll('.player strong')].filter(isSeen)) {
      const text = document.createTreeWalker(element, NodeFilter.SHOW_TEXT).nextNode();
      const topOf = (i) => (range.setStart(text, i), range.setEnd(text, i + 1), range.getBoundingClientRect().top);
      const isBroken = [...text.data].some((letter, i) => i > 0 && letter !== ' ' && text.data[i - 1] !== ' ' && topOf(i) > topOf(i - 1) + 4);
      if (isBroken) faults.push(`${nameOf(element)} is broken within a word`);
    }
  }

  /** No action is alone in its row, unless it fills it; six stand in even rows. */
  function checkRows() {
    const all = boxes('.action').map(({ top, left, right }) => ({ top: Math.round(top), wide: right - left }));
    const rows = [...new Set(all.map(({ top }) => top))].map((top) => all.filter((other) => other.top === top));
    const widest = Math.max(...rows.map((row) => row.reduce((sum, { wide }) => sum + wide, 0)));
    const isShort = (row) => row.length === 1 && row[0].wide < 0.8 * widest;
    const isUneven = all.length === 6 && new Set(rows.map((row) => row.length)).size > 1;
    if (rows.length > 1 && (rows.some(isShort) || isUneven)) faults.push(`uneven rows of actions: ${rows.map((row) => row.length)}`);
  }

  /** Tools stand in one row, or in rows of two; the name may be one of the two. A desktop has the person's name above them. */
  function checkTools() {
    const tops = boxes(`.game:not(:has(.pill)) .tools ${width < 1280 ? 'button' : '.square'}`).map(({ top }) => Math.round(top));
    const names = boxes('.top .name').map(({ top }) => Math.round(top));
    const lone = [...new Set(tops)].filter((top) => [...tops, ...names].filter((other) => Math.abs(other - top) < 4).length === 1);
    if (width >= 640 && tops.length > 1 && lone.length > 0) faults.push('a tool is alone in its row');
  }

  /** The views of a local game stand in one line on an upright phone. */
  function checkViews() {
    const all = boxes('.game:not(.remote):not(:has(.pill)) .views > *').map(({ left, top, bottom }) => ({ left: Math.round(left), middle: Math.round((top + bottom) / 2) }));
    const isLine = (key) => all.every((one) => one[key] === all[0][key]);
    if (width < 480 && all.length > 1 && !isLine('left') && !isLine('middle')) faults.push('the views stand in several lines');
  }

  /** While clocks run both are visible, and after the end wherever there is space. */
  function checkClocks() {
    const hasRoom = document.querySelector('.game:not(.over)') || width >= 844;
    const shown = boxes('.player .clock').length;
    if (clocks > 0 && hasRoom && shown !== clocks) faults.push(`${shown} clocks`);
  }

  /** No text anywhere is smaller than 12 pixels. Texts within pictures are pictures. */
  function checkSizes() {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = walker.nextNode(); text; text = walker.nextNode()) {
      const element = text.parentElement;
      if (text.data.trim() === '' || element.closest('svg, script, noscript') || !isSeen(element)) continue;
      const size = parseFloat(getComputedStyle(element).fontSize);
      if (size < 12) faults.push(`${nameOf(element)} has letters of ${size} pixels`);
    }
  }

  function checkBoard(all) {
    const board = { element: document.querySelector('.stage'), ...document.querySelector('.flatboard').getBoundingClientRect().toJSON() };
    for (const other of all) if (!other.element.closest('.columns') && overlap(board, other)) faults.push(`${nameOf(other.element)} lies on the board`);
    if (board.height < least) faults.push(`the board is ${Math.round(board.height)} pixels high`);
    checkInside([board], { left: safeArea().left, top: page.top, right: safeArea().right, bottom: page.bottom });
  }

  // Only a modal dialog can be used while it is open.
  const dialog = document.querySelector('dialog:modal');
  if (dialog) {
    for (const element of dialog.querySelectorAll('*')) element.scrollTop = element.scrollHeight;
    checkInside([...dialog.querySelectorAll('button, select, input')].filter(isSeen).map(boxOf).filter(({ isEmpty }) => !isEmpty));
    checkSizes();
    return faults;
  }

  /** A message covers neither the board nor a player's name nor a question nor the search. */
  function checkMessage() {
    const board = { element: document.querySelector('.stage'), ...document.querySelector('.flatboard').getBoundingClientRect().toJSON() };
    for (const toast of boxes('.toast')) {
      for (const other of [board, ...boxes('.strip, .pill, .result, .seat .who, .player strong, .turn')]) if (overlap(toast, other)) faults.push(`a message covers ${nameOf(other.element)}`);
      checkInside([toast]);
    }
  }

  const controls = boxes('button, select, input, summary, a[href]');
  const blocks = boxes('.score, .seat, .recent, .turn, .result, .strip, .pill, .panel, .own, .map');
  checkInside([...controls, ...blocks]);
  checkApart([...controls, ...blocks]);
  checkApart(boxes('.chip'));
  checkTargets();
  checkTexts();
  checkNames();
  checkWords(controls);
  checkBreaks();
  checkRows();
  checkTools();
  checkViews();
  checkClocks();
  checkMessage();
  checkSizes();
  checkBoard([...controls, ...blocks]);
  if (document.documentElement.scrollWidth > width) faults.push(`the page scrolls sideways: ${document.documentElement.scrollWidth} pixels`);
  return faults;
}
