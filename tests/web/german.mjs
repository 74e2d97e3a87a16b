// Put into every bundle of a test: German is there from the start, as it is for a person who reads it.
import * as part from '../../web/src/ui/texts/german_part';
import { useGerman } from '../../web/src/ui/texts/languages';

// Later: the module itself may be the one that is tested.
queueMicrotask(() => useGerman(part));
