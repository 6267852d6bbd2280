import { expect, test } from 'vitest'
import { shellOf } from './shell.ts'

test.each([
  ['/', 'public', true],
  ['/login', 'public', true],
  ['/docs', 'public', true],
  ['/selector', 'public', false],
  ['/manage/1/basic', 'manage', false],
  ['/manage', 'manage', false],
  ['/management', 'public', true],
] as const)('%s is a %s page, footer: %s', (path, kind, footer) => expect(shellOf(path)).toEqual({ kind, footer }))
