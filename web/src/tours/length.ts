/** How many moves of a line are shown: beyond that a search has seen little. */
export const SHOWN_MOVES = 12;
