import {
  Card,
  Checkbox,
  CopyButton,
  Modal,
  MultiSelect,
  SegmentedControl,
  Select,
  SimpleGrid,
  Switch,
  Table,
  TagsInput,
  Textarea,
  TextInput,
} from '@mantine/core';
import { useNames } from './names.ts';

/**
 * The components of dialogs and forms, as one file: see `pages/shared.ts`. They are used here, as the bundler leaves
 * out components that are only named.
 */
Object.freeze([
  Card,
  Checkbox,
  CopyButton,
  Modal,
  MultiSelect,
  SegmentedControl,
  Select,
  SimpleGrid,
  Switch,
  Table,
  TagsInput,
  Textarea,
  TextInput,
  useNames,
]);
