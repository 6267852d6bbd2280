import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { layerOrder } from './web/layer-order.ts'
import { precompress } from './web/precompress.ts'

const web = join(import.meta.dirname, 'web')

/** Every file of a feature's `pages/` is a page: `web/features/x/pages/y.tsx` is `/manage/$guildId/y`. */
const featurePages = readdirSync(join(web, 'features'))
  .map(name => `features/${name}/pages`)
  .filter(folder => existsSync(join(web, folder)))

/** Whatever is not a page. */
const product = process.env['API_URL'] ?? 'http://localhost:3000'

const mount = (directory: string) => ({ type: 'physical' as const, pathPrefix: '', directory })

export default defineConfig({
  root: web,
  plugins: [
    tanstackRouter({
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
              { type: 'route', path: '$', file: 'app/manage/unbuilt.tsx' },
              ...featurePages.map(mount),
            ],
          },
        ],
      },
      routeFileIgnorePattern: String.raw`\.(test|css)`,
      autoCodeSplitting: true,
      // Without extensions the generated imports resolve to `any` under module: nodenext.
      addExtensions: true,
      quoteStyle: 'single',
      disableLogging: true,
    }),
    react(),
    layerOrder(),
    precompress(join(import.meta.dirname, 'dist/web')),
  ],
  build: {
    outDir: join(import.meta.dirname, 'dist/web'),
    emptyOutDir: true,
    // Our CSP allows fonts and scripts from our own origin only.
    assetsInlineLimit: 0,
    target: 'es2022',
  },
  server: { proxy: { '/api': product, '/emoji': product } },
})
