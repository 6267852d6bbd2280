import type { ParsedLocation } from '@tanstack/react-router'

/**
 * The URL in the letter case of the routes; undefined if it is. The router matches `/Manage/1/Basic`, too, but what
 * surrounds a page, and the entry to highlight, follow from the path.
 * @param written the path as the matched routes spell it
 */
export function inRouteCase(
  written: string | undefined,
  { pathname, searchStr, hash }: Pick<ParsedLocation, 'pathname' | 'searchStr' | 'hash'>,
): string | undefined {
  if (written === undefined || written === pathname) return undefined
  if (written.toLowerCase() !== pathname.toLowerCase()) return undefined
  return `${written}${searchStr}${hash && `#${hash}`}`
}
