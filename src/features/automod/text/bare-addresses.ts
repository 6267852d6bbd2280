import { parse } from 'tldts'

/** An address written without `https://`, and where it is. */
interface BareAddress {
  name: string
  /** Starts with the character after the name; empty if the address ends there. */
  path: string
  start: number
  end: number
}

const address =
  /(?<![\p{L}\p{N}_@./\\:-])(?<name>(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.){1,8}(?:xn--[a-z\d-]{2,59}|\p{L}{2,24}))(?![\p{L}\p{N}_@-])(?::\d{2,5}(?=\/))?(?<path>[/?#][^\s<>]*)?/giu

/** Whether a name ends in a public suffix under which domains can be registered. */
export function hasPublicSuffix(name: string): boolean {
  const { isIcann, domain } = parse(name.toLowerCase(), { extractHostname: false })
  return isIcann === true && domain !== null
}

/**
 * Endings that are neither a word nor a file type nor a property name, so that they mean an address even without a
 * path. Two-letter country endings are words, files or code all over the world: `main.ml`, `gracias.de`, `pd.na`.
 */
const wellKnown = /\.(?:com|org|net|edu|biz|(?:co|com|net|org|ac|gov)\.[a-z]{2}|рф|xn--[a-z\d-]+)$/i
/**
 * Common names with such endings that are not meant as addresses: technologies, games, mail services, notes in Emacs,
 * networks in code.
 */
const everyday = new Set(
  `command.com dot.com gmail.com googlemail.com hotmail.com icloud.com outlook.com yahoo.com agenda.org config.org index.org
  inbox.org init.org journal.org main.org notes.org readme.org tasks.org todo.org ado.net asp.net battle.net dot.net f.net
  json.net ml.net model.net paint.net self.net system.net this.net vb.net the.net`.split(/\s+/),
)
/** A technology rather than an address: `Quartz.NET`. */
const technology = /^(?!www\.)\p{L}+\.NET$/u
/** A sentence that follows without a space: `done.Next one`. */
const sentence = /\p{Ll}\.\p{Lu}\p{L}*$/u

/** Whether it is a list of files or a division of properties: what follows has the same ending, or is a number. */
function isListing(name: string, path: string): boolean {
  const ending = name.slice(name.lastIndexOf('.')).toLowerCase()
  return (
    !wellKnown.test(name) &&
    (/^\/\d{1,4}(?:[.,]\d*)*$/.test(path) || new RegExp(`^/[\\w-]+\\${ending}\\W*$`, 'i').test(path))
  )
}

function isClearlyAddress(name: string, path: string): boolean {
  if (/^www\./i.test(name)) return true
  if (path.length > 1) return !isListing(name, path)
  return wellKnown.test(name) && !everyday.has(name.toLowerCase()) && !technology.test(name) && !sentence.test(name)
}

/**
 * Finds addresses without `https://`, which Discord does not turn into links, only if nothing else can be meant: with
 * `www.`, a path, or a well-known ending.
 */
export const bareAddresses = (text: string): BareAddress[] =>
  [...text.matchAll(address)].flatMap(({ 0: whole, index, groups }) => {
    const { name = '', path = '' } = groups ?? {}
    if (!isClearlyAddress(name, path) || !hasPublicSuffix(name)) return []
    return [{ name, path, start: index, end: index + whole.length }]
  })
