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
 * What dialogs and forms are made of, as one file: see `pages/shared.ts`. Used here, as the bundler leaves out what is
 * only named.
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
