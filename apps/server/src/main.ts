import { runServer } from './app/run-server.ts';

process.exitCode = await runServer(process.argv.slice(2));
