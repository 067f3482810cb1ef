import { expose } from './expose.ts';

expose('app');
