package plots_test

// goldenDelta is the colour difference allowed a pixel of a golden figure, as a
// share of the largest one: anti-aliasing may differ between machines.
const goldenDelta = 0.1
