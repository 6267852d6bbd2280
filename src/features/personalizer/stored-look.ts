import { z } from 'zod'
import { type Part, parts } from './contract.ts'

/** A look by its parts: texts as they are, pictures by the file; empty is as the bot has it everywhere. */
export type Look = Record<Part, string>
export const plain: Look = { name: '', avatar: '', banner: '', bio: '' }

export const storedLook = z.record(z.enum(parts), z.string()).catch(plain)
/** What Discord refused, with its reason. */
export const storedRefusals = z
  .partialRecord(z.enum(parts), z.object({ wanted: z.string(), problem: z.string() }))
  .catch({})
export type Refusals = z.output<typeof storedRefusals>

/** What the settings ask for; the plain look where they rest. */
export function wantedLook(
  own: Record<'name' | 'bio', string> & Record<'avatar' | 'banner', { id: string } | null>,
  rests: boolean,
): Look {
  if (rests) return plain
  return { name: own.name.trim(), bio: own.bio.trim(), avatar: own.avatar?.id ?? '', banner: own.banner?.id ?? '' }
}

/** What Discord is to be told: what differs, but for what it has refused already. */
export const differences = (wanted: Look, shown: Look, refused: Refusals): Part[] =>
  parts.filter(part => wanted[part] !== shown[part] && refused[part]?.wanted !== wanted[part])
