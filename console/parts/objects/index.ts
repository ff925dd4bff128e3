export { KindForm, type KindFormProps } from './kind-form.tsx';
export { NewObjectPage } from './new-object-page.tsx';
export { ObjectActions } from './object-actions.tsx';
export { ObjectDialogButton, ObjectDialogForm } from './object-dialog.tsx';
export { ObjectListPage, useNameColumn } from './object-list-page.tsx';
export { ObjectPage } from './object-page.tsx';
export { useObjects } from './use-objects.ts';
