import type { Binding } from './binding.ts'

/** The props of a section's master switch, whose fields are shown only while it is on. */
export const masterOf = ({ name, value, onChange, disabled, refused }: Binding<boolean>) => ({
  name,
  value,
  onChange,
  disabled,
  refused,
})
