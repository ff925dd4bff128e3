import { startTestApp } from './support/app.ts';
const cpu=()=>{const u=process.cpuUsage();return (u.user+u.system)/1000};
const loaded=cpu();
console.log('load', loaded.toFixed(0));
for(let i=0;i<8;i++){const a=cpu();const w=performance.now();const t=await startTestApp();const b=cpu();await t.api.get('/auth/me');await t.api.make('/team',{displayName:'x'});const c=cpu();await t.stop();console.log('start',(b-a).toFixed(0),'two calls',(c-b).toFixed(0),'stop',(cpu()-c).toFixed(0),'wall',(performance.now()-w).toFixed(0));}
