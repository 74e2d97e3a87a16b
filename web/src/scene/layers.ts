// Render layers. The camera sees 0 and 1, the floor's mirror sees 0 and 2.

/** Seen, but not in the floor: glows, ghosts, fine detail that a blurred mirror cannot show. */
export const UNREFLECTED = 1;
/** Seen in the floor only: cheap stand-ins for what is on layer 1. */
export const REFLECTED_ONLY = 2;
