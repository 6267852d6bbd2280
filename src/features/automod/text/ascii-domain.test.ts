import { domainToASCII } from 'node:url'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '#test/sampling.ts'
import { asciiDomain } from './ascii-domain.ts'

test('a domain is converted as Node does it', () => {
  const named = fc.oneof(
    fc.domain(),
    fc.string({ maxLength: 14 }),
    fc.string({ unit: fc.constantFrom(...'aX.é中-0127:/@?#[]%_ 。xn'), maxLength: 14 }),
  )
  fc.assert(
    fc.property(named, domain => {
      expect(asciiDomain(domain)).toBe(domainToASCII(domain))
    }),
    { numRuns: runs(3000) },
  )
})
