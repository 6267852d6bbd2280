import { createRequire } from 'node:module'
import { readdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { expect, test } from 'vitest'
import { emojiNames } from '#sandbox/stage/chat/emoji-list.ts'
import { emojiFile } from '#web/ui/discord/unicode-emoji.tsx'

const art = dirname(createRequire(import.meta.url).resolve('@twemoji/svg/package.json'))
const drawn = new Set(readdirSync(art))

const usual = emojiNames.map(([emoji]) => emoji)
const unusual = ['❤️‍🔥', '🏳️‍🌈', '🧑🏽‍🎨', '1️⃣', '👁️‍🗨️', '🇳🇱', '⭐', '☑️', '👍🏿', '🏴󠁧󠁢󠁷󠁬󠁳󠁿']

test.each([...usual, ...unusual])('there is a picture of %s', emoji => {
  expect(drawn).toContain(`${emojiFile(emoji)}.svg`)
})
