// TypeScript's own library does not describe Temporal yet; Node 26 has it.
import 'temporal-spec/global';
