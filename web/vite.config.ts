import { defineConfig } from 'vite';

// The built page is committed, so that installing Pliant needs no Node: names carry no hash and paths are relative.
export default defineConfig({
  base: './',
  worker: { format: 'es', rollupOptions: { output: { entryFileNames: 'assets/[name].js' } } },
  build: {
    outDir: '../src/pliant/studio/static',
    emptyOutDir: true,
    target: 'es2022',
    chunkSizeWarningLimit: 1200,
    rollupOptions: {
      output: {
        entryFileNames: 'assets/studio.js',
        chunkFileNames: 'assets/[name].js',
        assetFileNames: 'assets/[name][extname]',
      },
    },
  },
});
