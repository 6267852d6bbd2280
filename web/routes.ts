import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Config, Generator, getConfig } from '@tanstack/router-generator'

const web = import.meta.dirname

/** A feature's pages: `web/features/<name>/pages/<page>.tsx` is at `/manage/$guildId/<page>`. */
const featurePages = readdirSync(join(web, 'features'))
  .map(name => `features/${name}/pages`)
  .filter(folder => existsSync(join(web, folder)))

const mount = (directory: string) => ({ type: 'physical' as const, pathPrefix: '', directory })

/** Where page files are; the build and `npm run types` generate `routeTree.gen.ts` from this. */
export const routes = {
  target: 'react',
  routesDirectory: web,
  generatedRouteTree: join(web, 'routeTree.gen.ts'),
  virtualRouteConfig: {
    type: 'root',
    file: 'app/root.tsx',
    children: [
      mount('site/pages'),
      mount('app/pages'),
      { type: 'route', path: 'manage', file: 'app/manage/no-server.tsx' },
      {
        type: 'route',
        path: 'manage/$guildId',
        file: 'app/manage/layout.tsx',
        children: [
          { type: 'index', file: 'app/manage/index.tsx' },
          { type: 'route', path: '$', file: 'app/manage/unknown.tsx' },
          ...featurePages.map(mount),
        ],
      },
    ],
  },
  routeFileIgnorePattern: String.raw`\.(test|css)`,
  // Without extensions the generated imports resolve to `any` under module: nodenext.
  addExtensions: true,
  quoteStyle: 'single',
  disableLogging: true,
} satisfies Partial<Config>

if (import.meta.main) await new Generator({ config: getConfig(routes, web), root: web }).run()
