/**
 * The parts that nearly every page needs beyond those of incidents, as one file: the bundler brings it with each of
 * them (`src/surfaces/console/app/direct-imports.ts`). Otherwise it makes a file of each set of parts that some pages
 * share, and a page comes in fifty requests.
 */
import '../as-code/as-code.tsx';
import '../as-code/by-code.tsx';
import '../parts/confirm.tsx';
import '../parts/draft/index.ts';
import '../parts/fields.ts';
import '../parts/object-form.tsx';
import '../parts/object-table.tsx';
import '../parts/zone-select.tsx';
