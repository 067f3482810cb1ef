import { expose } from './expose.ts';

expose('approval');
