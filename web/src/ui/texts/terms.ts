// The terms of the game that have an explanation (ui/glossary).
export const terms = ["threat", "fork", "odd", "even", "zugzwang", "claimeven"] as const;

export type Term = (typeof terms)[number];
