import type { Inline, TimeStyle } from './ast.ts'
import { safeUrl } from './link.ts'

interface Found {
  node: Inline
  end: number
}

const ID = String.raw`(\d{17,20})`
const USER = new RegExp(`<@!?${ID}>`, 'y')
const ROLE = new RegExp(`<@&${ID}>`, 'y')
const CHANNEL = new RegExp(`<#${ID}>`, 'y')
const COMMAND = new RegExp(String.raw`<\/([-_'\p{L}\p{N} ]{1,100}):${ID}>`, 'uy')
const TIME = /<t:(-?\d{1,13})(?::([tTdDfFR]))?>/y
const EMOJI = new RegExp(String.raw`<(a?):(\w{1,32}):${ID}>`, 'y')
const ADDRESS = /<(https?:\/\/[^\s<>]{1,2048})>/iy
/** Does not match inside a word or an address: `team@everyone.net`. */
const EVERYONE = /(?<![\p{L}\p{N}_])@(?:everyone|here)(?![\p{L}\p{N}_]|\.[\p{L}\p{N}])/uy
/** The latest time that a JavaScript date can hold (seconds). */
const LAST_SECOND = 8_640_000_000_000

function at(pattern: RegExp, source: string, place: number): RegExpExecArray | undefined {
  pattern.lastIndex = place
  return pattern.exec(source) ?? undefined
}

/**
 * Reads a mention, timestamp, custom emoji or `<https://...>` at `place`. Each pattern is bounded, so this takes
 * constant time.
 */
export function angleToken(source: string, place: number): Found | undefined {
  const found = (match: RegExpExecArray, node: Inline): Found => ({ node, end: place + match[0].length })
  for (const [kind, pattern] of [
    ['user', USER],
    ['role', ROLE],
    ['channel', CHANNEL],
  ] as const) {
    const match = at(pattern, source, place)
    if (match) return found(match, { kind, id: match[1] ?? '' })
  }
  const emoji = at(EMOJI, source, place)
  if (emoji) {
    return found(emoji, { kind: 'custom-emoji', id: emoji[3] ?? '', name: emoji[2] ?? '', animated: emoji[1] === 'a' })
  }
  const time = at(TIME, source, place)
  if (time) {
    const seconds = Number(time[1])
    if (Math.abs(seconds) > LAST_SECOND) return undefined
    return found(time, { kind: 'time', seconds, style: (time[2] ?? 'f') as TimeStyle })
  }
  const command = at(COMMAND, source, place)
  if (command) return found(command, { kind: 'command', name: command[1] ?? '', id: command[2] ?? '' })
  const address = at(ADDRESS, source, place)
  const url = address && safeUrl(address[1] ?? '')
  if (address && url) return found(address, { kind: 'link', url, children: [{ kind: 'text', text: address[1] ?? '' }] })
  return undefined
}

/** Reads `@everyone` or `@here` at `place`. */
export function everyoneToken(source: string, place: number): Found | undefined {
  const match = at(EVERYONE, source, place)
  if (!match) return undefined
  return {
    node: { kind: 'everyone', text: match[0] === '@here' ? '@here' : '@everyone' },
    end: place + match[0].length,
  }
}
