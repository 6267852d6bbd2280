import type { Binding } from './binding.ts'

/** A toggle for the head of a section, whose fields show only while it is on. */
export const masterOf = ({ name, value, onChange, disabled, refused }: Binding<boolean>) => ({
  name,
  value,
  onChange,
  disabled,
  refused,
})
