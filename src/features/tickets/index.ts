import { feature } from '#kernel/feature.ts'
import tickets from './contract.ts'
import { formParts, routes } from './settings/routes.ts'
import { tables } from './table.ts'

export default feature(tickets, {
  switch: 'enabled',
  forms: formParts,
  routes,
  tables,
})
