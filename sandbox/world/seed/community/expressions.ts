import { type APIUser, StickerFormatType, StickerType } from 'discord-api-types/v10'
import type { GuildState, World } from '../../state.ts'
import { idAt } from '../draft.ts'
import { type Dice, subjects } from './random-choices.ts'

/** A second of silence: frames of MPEG 1, layer III, with 128 kbit/s and 44,100 samples a second. */
const silence = Buffer.concat(
  Array.from({ length: 38 }, () => Buffer.concat([Buffer.from([0xff, 0xfb, 0x90, 0x64]), Buffer.alloc(413)])),
)

/** The CDN draws emoji and stickers; sounds share one file. */
export function addExpressions(world: World, state: GuildState, dice: Dice, makers: APIUser[], made: string): void {
  const guildId = state.guild.id
  for (let index = 0; index < 220; index++) {
    const id = idAt(made, `emoji ${index}`)
    state.emojis.set(id, {
      id,
      name: `${dice.one(subjects)}_${index}`,
      roles: dice.chance(0.05) ? dice.some([...state.roles.keys()].slice(-50), 2) : [],
      user: dice.one(makers),
      require_colons: true,
      managed: false,
      animated: index % 5 === 0,
      available: true,
    })
  }
  for (let index = 0; index < 45; index++) {
    const id = idAt(made, `sticker ${index}`)
    state.stickers.set(id, {
      id,
      name: `${dice.one(subjects)} ${index}`,
      tags: dice.one(['🔥', '🌱', '🪵', '🧵']),
      type: StickerType.Guild,
      format_type: StickerFormatType.PNG,
      description: dice.chance(0.5) ? `A piece of ${dice.one(subjects)}` : null,
      available: true,
      guild_id: guildId,
      user: dice.one(makers),
    })
  }
  const emojiIds = [...state.emojis.keys()]
  for (let index = 0; index < 30; index++) {
    const sound_id = idAt(made, `sound ${index}`)
    const emoji_id = dice.chance(0.3) ? dice.one(emojiIds) : null
    state.soundboardSounds.set(sound_id, {
      sound_id,
      name: `${dice.one(subjects)} ${index}`,
      volume: (1 + dice.below(10)) / 10,
      emoji_id,
      emoji_name: emoji_id === null ? '🔔' : null,
      guild_id: guildId,
      available: true,
      user: dice.one(makers),
    })
    world.uploads.set(sound_id, { filename: sound_id, contentType: 'audio/mpeg', data: silence })
  }
}
