import { z } from 'zod'
import { limited, entriesDescribedAs, roleId } from '#contract'

/** A role as documented clients post it: with its name, or in the older form, by its id alone. */
const additionalRole = z.preprocess(
  value => (typeof value === 'string' ? { id: value } : value),
  z.object({ id: roleId, name: limited(100, 'A role’s name').default('') }),
)
type AdditionalRole = z.output<typeof additionalRole>

/** Removes duplicates; an entry with a name wins over one without. */
function onceEach(roles: readonly AdditionalRole[]): AdditionalRole[] {
  const named = new Map(roles.filter(({ name }) => name !== '').map(one => [one.id, one]))
  return [...new Map(roles.map(one => [one.id, named.get(one.id) ?? one])).values()]
}

/** Roles that see every ticket and cannot write in any. */
export const additionalRoles = entriesDescribedAs(
  z
    .array(additionalRole)
    .overwrite(onceEach)
    .max(50, 'List at most 50 additional roles.')
    .meta({ title: 'Additional roles', shown: 'additional_roles' }),
  ({ id }, names) => names.role(id),
).default([])
