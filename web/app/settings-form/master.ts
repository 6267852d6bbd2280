import type { Binding } from './binding.ts'

/** A toggle as the head of a section takes it: what it switches shows only while it is on. */
export const masterOf = ({ name, value, onChange, disabled }: Binding<boolean>) => ({ name, value, onChange, disabled })
