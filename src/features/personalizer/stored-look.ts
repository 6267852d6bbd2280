import { z } from 'zod'
import { type Part, parts } from './contract.ts'

/** An appearance by parts: texts as they are, images by file id; an empty part is the bot's default. */
export type Look = Record<Part, string>
export const plain: Look = { name: '', avatar: '', banner: '', bio: '' }

export const storedLook = z.record(z.enum(parts), z.string()).catch(plain)
/** What Discord refused, with its reason. */
export const storedRefusals = z
  .partialRecord(z.enum(parts), z.object({ wanted: z.string(), problem: z.string() }))
  .catch({})
export type Refusals = z.output<typeof storedRefusals>

/** The appearance that the settings ask for; the default one while they rest. */
export function wantedLook(
  own: Record<'name' | 'bio', string> & Record<'avatar' | 'banner', { id: string } | null>,
  rests: boolean,
): Look {
  if (rests) return plain
  return { name: own.name.trim(), bio: own.bio.trim(), avatar: own.avatar?.id ?? '', banner: own.banner?.id ?? '' }
}

/** The parts to send to Discord: those that differ, except what it has already refused. */
export const differences = (wanted: Look, shown: Look, refused: Refusals): Part[] =>
  parts.filter(part => wanted[part] !== shown[part] && refused[part]?.wanted !== wanted[part])
