import type { Sandbox } from '../context.ts'

/** A time as Discord writes it: '2026-11-21T07:00:00.123000+00:00'. @param at Unix ms, now by default */
export const timestamp = (sandbox: Sandbox, at = sandbox.now()): string =>
  new Date(at).toISOString().replace('Z', '000+00:00')
