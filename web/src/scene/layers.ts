// Render layers. The camera sees 0 and 1, the floor's mirror sees 0 and 2.

/** Not reflected by the floor: glows, ghosts, detail too fine for a blurred mirror. */
export const UNREFLECTED = 1;
/** Only in the floor's reflection: cheap stand-ins for layer 1. */
export const REFLECTED_ONLY = 2;
