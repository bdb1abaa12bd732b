import { registerLocalCommands } from './local-commands.ts';
import { main } from './main.ts';

/** Entry point of the CLI in a checkout, where it can also run the server. */
await main(process.argv.slice(2), registerLocalCommands);
