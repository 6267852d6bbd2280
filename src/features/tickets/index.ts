import { feature } from '#kernel/feature.ts'
import tickets from './contract.ts'
import { rights } from './rights/rights.ts'
import { formParts, routes } from './settings/routes.ts'
import { tables } from './table.ts'

export default feature(tickets, {
  switch: 'enabled',
  rights,
  forms: formParts,
  routes,
  tables,
})
