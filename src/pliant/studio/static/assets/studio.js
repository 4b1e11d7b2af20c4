var e=Object.defineProperty,t=(t,n)=>{let r={};for(var i in t)e(r,i,{get:t[i],enumerable:!0});return n||e(r,Symbol.toStringTag,{value:`Module`}),r};(function(){let e=document.createElement(`link`).relList;if(e&&e.supports&&e.supports(`modulepreload`))return;for(let e of document.querySelectorAll(`link[rel="modulepreload"]`))n(e);new MutationObserver(e=>{for(let t of e)if(t.type===`childList`)for(let e of t.addedNodes)e.tagName===`LINK`&&e.rel===`modulepreload`&&n(e)}).observe(document,{childList:!0,subtree:!0});function t(e){let t={};return e.integrity&&(t.integrity=e.integrity),e.referrerPolicy&&(t.referrerPolicy=e.referrerPolicy),t.credentials=e.crossOrigin===`use-credentials`?`include`:e.crossOrigin===`anonymous`?`omit`:`same-origin`,t}function n(e){if(e.ep)return;e.ep=!0;let n=t(e);fetch(e.href,n)}})();var n=(e,t)=>[e[0]+t[0],e[1]+t[1],e[2]+t[2]],r=(e,t)=>[e[0]-t[0],e[1]-t[1],e[2]-t[2]],i=(e,t)=>[e[0]*t,e[1]*t,e[2]*t],a=(e,t)=>e[0]*t[0]+e[1]*t[1]+e[2]*t[2],o=e=>Math.hypot(e[0],e[1],e[2]),s=(e,t)=>[e[1]*t[2]-e[2]*t[1],e[2]*t[0]-e[0]*t[2],e[0]*t[1]-e[1]*t[0]],c=(e,t)=>[e[3*t],e[3*t+1],e[3*t+2]];function l(e){return i(e.reduce((e,t)=>n(e,t),[0,0,0]),1/Math.max(e.length,1))}function u(e,t,o,c){let l=r(e,t),u=i(o,a(o,l)*(1-Math.cos(c)));return n(t,n(n(i(l,Math.cos(c)),i(s(o,l),Math.sin(c))),u))}function d(e,[t,n,r]){let i=i=>e[i]*t+e[i+4]*n+e[i+8]*r+e[i+12],a=i(3);return[i(0)/a,i(1)/a,i(2)/a]}function f(e,t){let[n,r,i]=d(e.matrix,t);return{x:(n+1)/2*e.width,y:(1-r)/2*e.height,depth:i}}function p(e,t){return d(e.inverse,[2*t.x/e.width-1,1-2*t.y/e.height,t.depth])}function m(e,t,n){let a=p(e,{x:t,y:n,depth:-1}),s=r(p(e,{x:t,y:n,depth:1}),a);return{origin:a,direction:i(s,1/o(s))}}function h(e,t,n,r){let i=f(e,t);return p(e,{x:i.x+n,y:i.y+r,depth:i.depth})}function g(e,t,o){let s=r(t,e.origin),c=a(o,e.direction),l=1-c*c;return l<1e-6?t:n(t,i(o,(c*a(e.direction,s)-a(o,s))/l))}function _(e,t,n,r,i){let a=f(e,t);return g(m(e,a.x+r,a.y+i),t,n)}var v=.05;function y(e,t,o,s,c){let l=f(e,t),{origin:u,direction:d}=m(e,l.x+s,l.y+c),p=a(o,d),h=a(o,r(t,u))/p;return Math.abs(p)<v||h<=0?t:n(u,i(d,h))}function b(e){return i(m(e,e.width/2,e.height/2).direction,-1)}function x(e,t,n){let r=Math.atan2(e.y-n.y,n.x-e.x)-Math.atan2(e.y-t.y,t.x-e.x);return Math.atan2(Math.sin(r),Math.cos(r))}function S(e,t){return o(r(h(e,t,1,0),t))}function C({studio:e,stage:t}){let n=e=>{let{left:n,top:r}=t.canvas.getBoundingClientRect(),{x:i,y:a}=f(t.lens,e);return[n+i,r+a]};window.pliant={pointScreen:n,vertexScreen:e=>n(c(t.positions()??[],e)),idle:()=>new Promise(n=>{let r=()=>{e.busy||t.busy?requestAnimationFrame(r):n()};r()}),state:()=>e.store.state,camera:()=>{let{at:e,azimuth:n,elevation:r,distance:i}=t.camera.gaze;return[...e,n,r,i]},positions:(e=0)=>[...t.positions(e)??[]]}}function w(e,t={},...n){let r=document.createElement(e);t.class&&(r.className=t.class),t.title&&(r.title=t.title),t.label&&r.setAttribute(`aria-label`,t.label);for(let[e,n]of Object.entries(t.attributes??{}))r.setAttribute(e,n);for(let[e,n]of Object.entries(t.on??{}))r.addEventListener(e,n);return r.append(...n.filter(e=>e!==null)),r}function T(e,t){let n=document.createElementNS(`http://www.w3.org/2000/svg`,e);for(let[e,r]of Object.entries(t))n.setAttribute(e,String(r));return n}var E={pose:`M5 3v12l3.2-3 2 4.6 2-.9-2-4.4H15z`,box:`M4 4h3M10 4h2M15 4h1v2M16 9v2M16 14v2h-2M11 16H9M6 16H4v-2M4 11V9M4 6V4`,brush:`M16.5 3.5 9 11M9 11c-2-.4-3.6.6-4 2.600-.2 1.200-.8 2-2 2.400 3 1.200 6.800.6 7.400-2.200C10.700 12.600 10 11.400 9 11z`,lasso:`M10 3.500c4 0 7 1.900 7 4.500s-3 4.500-7 4.500-7-1.900-7-4.500 3-4.500 7-4.500zM6 11.800c-1.300.500-1.700 2 .2 2.500 1.700.400 1.300 1.900-.7 2.200`,linked:`M8.500 11.500l3-3M9.300 6.200l1.900-1.900a3.200 3.200 0 0 1 4.500 4.500l-1.900 1.900M10.700 13.800l-1.900 1.900a3.200 3.200 0 0 1-4.500-4.500l1.900-1.900`,columns:`M4 4h4.500v4.500H4zM11.500 4H16v4.500h-4.500zM4 11.500h4.500V16H4zM11.500 11.500H16V16h-4.500z`,gizmo:`M10 2.500v15M2.500 10h15M8 4.500l2-2 2 2M8 15.500l2 2 2-2M4.500 8l-2 2 2 2M15.500 8l2 2-2 2`,compare:`M4 4h12v12H4zM10 4v12`,undo:`M7 4 3.500 7.500 7 11M4 7.500h7.500a4.250 4.250 0 0 1 0 8.500H8`,redo:`M13 4l3.500 3.500L13 11M16 7.500H8.500a4.250 4.250 0 0 0 0 8.500H12`,save:`M4 4h9l3 3v9H4zM7 4v4h5V4M7 16v-4h6v4`,export:`M10 3v9M6.500 6.500 10 3l3.500 3.500M4 12v4h12v-4`,find:`M9 4a5 5 0 1 0 0 10 5 5 0 0 0 0-10zM12.600 12.600 16.500 16.500`,help:`M7.500 7.500a2.500 2.500 0 1 1 3.600 2.200c-.8.400-1.100.9-1.100 1.800M10 14.500v.1`,light:`M10 6.500a3.500 3.500 0 1 0 0 7 3.500 3.500 0 0 0 0-7zM10 2v1.500M10 16.500V18M2 10h1.500M16.500 10H18M4.300 4.300l1.100 1.100M14.600 14.600l1.100 1.100M4.300 15.700l1.100-1.100M14.600 5.400l1.100-1.100`,dark:`M16 11.500A6.500 6.500 0 1 1 8.500 4a5.200 5.200 0 0 0 7.500 7.500z`,wire:`M10 3 3.500 6.500v7L10 17l6.500-3.500v-7zM3.500 6.500 10 10l6.500-3.500M10 10v7`,textured:`M10 3a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM10 3a11 11 0 0 1 0 14M3.500 8.500h13M3.500 12h13`,frame:`M4 7V4h3M13 4h3v3M16 13v3h-3M7 16H4v-3M10 8a2 2 0 1 0 0 4 2 2 0 0 0 0-4z`,perspective:`M4 6.500 8 4h8v8.500L12 16H4zM4 6.500h8V16M12 6.500 16 4`,pin:`M8 3h4l-.500 5 2.500 2.500H6L8.500 8zM10 10.500V17`,remove:`M5 5l10 10M15 5 5 15`,rename:`M4 16l.8-3.200L13 4.600l2.400 2.400-8.200 8.200zM11.500 6.100l2.400 2.400`,copy:`M7.500 7.500h8.500v8.500H7.500zM12.500 7.500V4H4v8.500h3.500`,paste:`M7.500 4.500H5v12h10v-12h-2.500M7.500 3.500h5v3h-5zM8 10.500h4M8 13.500h4`,record:`M10 4.500a5.500 5.500 0 1 0 0 11 5.500 5.500 0 0 0 0-11zM10 8a2 2 0 1 0 0 4 2 2 0 0 0 0-4z`,eye:`M2.500 10c2-4 4.500-5.500 7.500-5.500s5.500 1.500 7.500 5.500c-2 4-4.500 5.500-7.500 5.500S4.500 14 2.500 10zM10 7.500a2.500 2.500 0 1 0 0 5 2.500 2.500 0 0 0 0-5z`,trail:`M3.500 15c2-8 5-10 7-6s3 2.500 6-4M3.500 15v.1M7 8.500v.1M11.500 10v.1M16.500 5v.1`,open:`M3 15.500v-11h5l1.500 2H17v9z`,panel:`M3.500 4.500h13v11h-13zM12 4.500v11M8.500 8 6.500 10l2 2`,zup:`M3.500 6h6l-6 8.500h6M14.500 15V5M12 7.500 14.500 5 17 7.500`,fold:`M5.500 8 10 12.500 14.500 8`,unfold:`M5.500 12.500 10 8l4.500 4.500`,play:`M6.5 4.500v11l9-5.500z`,pause:`M7 4.500v11M13 4.500v11`,first:`M5 5v10M15 5l-7 5 7 5z`,last:`M15 5v10M5 5l7 5-7 5z`,stepBack:`M12.500 5.500 8 10l4.500 4.500`,stepOn:`M7.500 5.500 12 10l-4.500 4.500`,loop:`M5 9.500V8.500a3 3 0 0 1 3-3h7.500M13 3l2.500 2.500L13 8M15 10.500v1a3 3 0 0 1-3 3H4.500M7 17l-2.500-2.500L7 12`,onion:`M8 5.500a4.500 4.500 0 1 0 0 9 4.500 4.500 0 0 0 0-9zM11 6.200a4.500 4.500 0 0 1 0 7.600M13.500 6a4.500 4.500 0 0 1 0 8M16 6.500a4.500 4.500 0 0 1 0 7`,follow:`M3 10c1.500-6 3.500-6 5 0s3 4.500 4.200 0 2-2.500 2.800 0 1.200.800 2 0`,mirror:`M10 3v14M7.500 6 3.500 10l4 4zM12.500 6l4 4-4 4z`,back:`M11.500 4.500 6 10l5.500 5.500`};function D(e){let t=document.createElementNS(`http://www.w3.org/2000/svg`,`svg`);t.setAttribute(`viewBox`,`0 0 20 20`),t.setAttribute(`aria-hidden`,`true`),t.classList.add(`icon`);let n=document.createElementNS(`http://www.w3.org/2000/svg`,`path`);return n.setAttribute(`d`,E[e]),t.append(n),t}function O(e,t,n,r){return w(`button`,{class:`icon-button`,title:n?`${t} (${n})`:t,label:t,attributes:{type:`button`},on:{click:r}},D(e))}function k(e,t,n=``){return w(`button`,{class:`button ${n}`,attributes:{type:`button`},on:{click:t}},e)}function A(e,t,n){return`${e.toLocaleString(`en-US`)} ${e===1?t:n}`}function j(e,...t){let{activeElement:n}=document,r=n&&e.contains(n)?n.getAttribute(`aria-label`):null;e.replaceChildren(...t),r!==null&&e.querySelector(`[aria-label="${CSS.escape(r)}"]`)?.focus({preventScroll:!0})}var M=76,N=27,ee=8.5;function te({studio:e,stage:t}){let n=T(`svg`,{class:`compass`,viewBox:`-38 -38 ${M} ${M}`,width:M,height:M,role:`group`,"aria-label":`Axes`}),r=[0,1,2].flatMap(e=>[1,-1].map(n=>new P(e,n,()=>{t.camera.lookFrom(e,n),t.invalidate()})));return n.append(...r.map(e=>e.element)),t.onFrame(()=>{let e=t.camera.axes();for(let t of r)t.place(e[t.axis]);let i=[...r].sort((e,t)=>e.depth-t.depth);i.some((e,t)=>n.children[t]!==e.element)&&!n.contains(document.activeElement)&&n.append(...i.map(e=>e.element))}),e.store.watch([`model`],({model:e})=>{n.toggleAttribute(`hidden`,e===null)}),n}var P=class{axis;sign;element;depth=0;line=T(`line`,{x1:0,y1:0});knob=T(`g`,{});constructor(e,t,n){this.axis=e,this.sign=t;let r=`XYZ`[e],i=`Look from ${t>0?``:`minus `}${r}`,a=T(`title`,{});if(a.textContent=i,this.knob.append(T(`circle`,{r:t>0?ee:6})),t>0){let e=T(`text`,{dy:`0.35em`,"text-anchor":`middle`});e.textContent=r,this.knob.append(e)}this.element=T(`g`,{class:`end ${r.toLowerCase()}${t>0?``:` minus`}`,role:`button`,tabindex:0,"aria-label":i}),this.element.append(a,...t>0?[this.line]:[],this.knob),this.element.addEventListener(`click`,n),this.element.addEventListener(`keydown`,e=>{(e.key===`Enter`||e.key===` `)&&(e.preventDefault(),n())})}place([e,t,n]){let r=this.sign*e*N,i=-this.sign*t*N;this.depth=this.sign*n,this.knob.setAttribute(`transform`,`translate(${r.toFixed(2)} ${i.toFixed(2)})`),this.line.setAttribute(`x2`,r.toFixed(2)),this.line.setAttribute(`y2`,i.toFixed(2))}},ne={weight:1,slide:null,turn:null,name:``,looks:null},re=.01,ie=.995;function ae(e,t){return e?.pins.includes(t)??!1}function oe(e,t,n){return e.map(e=>t.includes(e.id)?{...e,...n(e)}:e)}function se(e){return e.length&&e.every(t=>t===e[0])?e[0]:void 0}function ce(e){return e>=ie?1:Number((re**(1-Math.max(0,e))).toPrecision(2))}function le(e){return Math.min(1,Math.max(0,1-Math.log(e)/Math.log(re)))}function ue(e){return e===void 0?`mixed`:e===1?`firm`:e.toPrecision(2)}var de={x:[1,0,0],y:[0,1,0],z:[0,0,1]};function fe(e,t){if(e===`still`)return null;if(e===`view`)return{on:`plane`,vector:t};let[n,r]=e.split(` `);return{on:n,vector:[...de[r]]}}function pe(e){if(!e)return`still`;let t=Object.keys(de).find(t=>de[t].every((t,n)=>t===e.vector[n]));return t?`${e.on} ${t}`:`view`}function me(e){let t=[`x`,`y`,`z`].filter(t=>t!==e);return[[`still`,`Nothing: it stays`],[`plane ${e}`,`The ground plane`],[`view`,`The plane facing you`],...t.map(e=>[`plane ${e}`,`The plane across ${e.toUpperCase()}`]),...[`x`,`y`,`z`].map(e=>[`line ${e}`,`The line along ${e.toUpperCase()}`])]}function he({target:e,slide:t},s){if(!t)return e;let c=i(t.vector,1/o(t.vector)),l=r(e,s),u=i(c,a(c,l));return n(s,t.on===`plane`?u:r(l,u))}function ge(e,t,n=!1){let r=1/0;for(let n=t===`y`?1:2;n<e.length;n+=3)r=Math.min(r,e[n]);return{height:r,up:t,grip:n}}function _e({handles:e,floor:t},n){if(!n)return null;let r=[[`weight`,e.some(({weight:e})=>e<1),`softness`],[`slide`,e.some(({slide:e})=>e!==null),`sliding`],[`turn`,e.some(({turn:e})=>e!==null),`directions`],[`floor`,t!==null,`the floor`]].flatMap(([e,t,r])=>t&&!ae(n,e)?[r]:[]),i=r.pop();return i===void 0?null:`This method goes without ${[...r.length?[r.join(`, `)]:[],i].join(` and `)}; others take it up again.`}function ve(e,t){if(e.numbers!==null)return t.targets;let n=e.handles.length;return[...[0,1,2].map(r=>e.handles.reduce((e,n,i)=>e+t.targets[3*i+r],0)/n),t.weight]}function ye(e,t,n,r){if(e.numbers===null&&n===3)return{...t,weight:Math.min(1,Math.max(0,r))};if(e.numbers!==null)return{...t,targets:t.targets.map((e,t)=>t===n?r:e)};let i=r-ve(e,t)[n];return{...t,targets:t.targets.map((e,t)=>t%3===n?e+i:e)}}function be(e,t){let n=e.keys.map(n=>ve(e,n)[t]),r=Se(e,t,n,e.keys.map(({tangents:e})=>e[t]??`auto`));return e.keys.map(({at:e,ease:i,tangents:a},o)=>({at:e,ease:i,value:n[o],tangent:a[t]??`auto`,...r[o]}))}function xe(e){if(e.keys.every(({ease:e,handles:t})=>e!==`bezier`&&t.length===0))return e;let t=e.keys.length?ve(e,e.keys[0]).length:0,n=Array.from({length:t},(t,n)=>be(e,n));return{...e,keys:e.keys.map((e,t)=>({...e,handles:n.flatMap(e=>[...e[t].left,...e[t].right])}))}}function Se({keys:e,...t},n,r,i){let a=F(e.map(({at:e})=>e),r,Ce({keys:e,...t},n));return e.map(({at:t,handles:o},s)=>{let c=s>0?t-e[s-1].at:null,l=s+1<e.length?e[s+1].at-t:null,u=o.slice(4*n,4*n+4);if(i[s]===`free`&&u.length===4)return{left:[u[0],u[1]],right:[u[2],u[3]]};let d=(c??l??3)/3,f=(l??c??3)/3;if(i[s]===`linear`){let e=s>0?(r[s-1]-r[s])/3:0,t=s+1<r.length?(r[s+1]-r[s])/3:0;return{left:[-d,e],right:[f,t]}}let p=i[s]===`flat`?0:a[s];return{left:[-d,-d*p],right:[f,f*p]}})}function Ce({keys:e,before:t,after:n,numbers:r},i){let a=new Set([t,n].filter(e=>e!==`hold`)),[o,s]=[e[0],e[e.length-1]];if(e.length<2||a.size!==1)return`none`;if(a.has(`ping-pong`))return`back`;let c=r===null&&i===3?o.weight===s.weight:o.targets.every((e,t)=>e===s.targets[t]);return a.has(`offset`)||c?`around`:`none`}function F(e,t,n=`none`){let r=e.slice(1).map((t,n)=>t-e[n]),i=r.map((e,n)=>(t[n+1]-t[n])/e),a=r.length-1;return a<0?t.map(()=>0):t.map((e,t)=>t>0&&t<=a?we(r[t-1],r[t],i[t-1],i[t]):n===`none`?a===0?i[0]:t===0?Te(r[0],r[1],i[0],i[1]):Te(r[a],r[a-1],i[a],i[a-1]):n===`back`?0:we(r[a],r[0],i[a],i[0]))}function we(e,t,n,r){if(n*r<=0)return 0;let i=e+2*t,a=2*e+t;return(i+a)/(i/n+a/r)}function Te(e,t,n,r){let i=((2*e+t)*n-e*r)/(e+t);return i*n<=0?0:n*r<0&&Math.abs(i)>3*Math.abs(n)?3*n:i}function Ee(e,t){let n=be(e,t),r=I(n,Ce(e,t));return n.slice(0,-1).map((t,i)=>{let a=n[i+1],o=a.at-t.at,s=a.value-t.value,c=[[o/3,s/3],[-o/3,-s/3]],[l,u]=t.ease===`smooth`?[[o/3,o/3*r[i]],[-o/3,-o/3*r[i+1]]]:t.ease===`bezier`&&e.keys[i].handles.length>0?[De(t.right,o),De(a.left,-o)]:c,[d,f]=[[t.at,t.value],[a.at,a.value]];return{points:[d,[d[0]+l[0],d[1]+l[1]],[f[0]+u[0],f[1]+u[1]],f],step:t.ease===`step`}})}function I(e,t){let n=(e,t)=>F(e.map(({at:e})=>e),e.map(({value:e})=>e),t),r=e.map(()=>0),i=e.length-1;for(let t=0;t<i;t++){if(e[t].ease!==`smooth`)continue;let a=t;for(;a<i&&e[a].ease===`smooth`;)a++;n(e.slice(t,a+1),`none`).forEach((e,n)=>{r[t+n]=e}),t=a-1}return t!==`none`&&e[0].ease===`smooth`&&e[i-1].ease===`smooth`&&(r[0]=r[i]=n(e,t)[0]),r}function De([e,t],n){let r=e/n;return r<=0?[0,t]:r>1?[n,t/r]:[e,t]}function L(e,t,n){let r=t[0].points[0],i=t[t.length-1].points[3],{inside:a,cycles:o}=Oe(e,n,r[0],i[0]),s=t.find(({points:e})=>a<e[3][0]),c=o*(i[1]-r[1]);if(!s)return i[1]+c;let[l,u,d,f]=s.points;if(s.step)return l[1]+c;let p=0,m=1;for(let e=0;e<60;e++){let e=(p+m)/2;R(l[0],u[0],d[0],f[0],e)<=a?p=e:m=e}return R(l[1],u[1],d[1],f[1],p)+c}function R(e,t,n,r,i){let a=1-i;return a*a*a*e+3*i*a*a*t+3*i*i*a*n+i*i*i*r}function Oe({before:e,after:t},n,r,i){let a=n<r?e:n>i?t:`hold`,o=i-r;if(a===`hold`||o===0)return{inside:Math.min(i,Math.max(r,n)),cycles:0};let s=Math.floor((n-r)/o),c=n-r-s*o;return{inside:r+(a===`ping-pong`&&s%2!=0?o-c:c),cycles:a===`offset`?s:0}}function ke(e,t,n,r){if(t.length===0)return[];let i=t[0].points[0],a=t[t.length-1].points[3],o=a[0]-i[0],s=a[1]-i[1],c=[],l=(e,n)=>{let r=n===`ping-pong`&&e%2!=0,l=([t,c])=>[(r?i[0]+a[0]-t:t)+e*o,c+(n===`offset`?e*s:0)];c.push(...t.map(({points:[e,t,n,r],step:i})=>({points:[l(e),l(t),l(n),l(r)],step:i})))};if(e.after!==`hold`)for(let t=1;a[0]+(t-1)*o<r&&t<=Ae;t++)l(t,e.after);if(e.before!==`hold`)for(let t=1;i[0]-(t-1)*o>n&&t<=Ae;t++)l(-t,e.before);return c}var Ae=200,je={fps:24,first:1,last:48,rows:[],follow:null};function Me({handles:e,numbers:t}){return t??String(e[0])}function Ne(e,t){return`${Me(e)}@${t}`}function Pe({rows:e},t){return e.find(e=>e.handles.includes(t))}function Fe(e,t){let n=Pe(e.timeline,t.id);return n?n.handles:t.group===null?[t.id]:e.handles.filter(({id:n,group:r})=>r===t.group&&!Pe(e.timeline,n)).map(({id:e})=>e)}function Ie(e,t){let{timeline:n,frame:r}=e,i=new Map(e.handles.map(e=>[e.id,e])),a=new Map(t.flatMap(e=>i.has(e)?[i.get(e)]:[]).map(t=>Fe(e,t)).map(e=>[e.join(),e])),{rows:o}=n;for(let e of a.values()){let t=e.flatMap(e=>i.get(e)?.target??[]),n=o.find(t=>t.handles.join()===e.join());o=ze(o,n??{...Re,name:We(e,i.get(e[0])),handles:[...e]},r,t)}return{...n,rows:o,...Be(n,r)}}function Le({timeline:e,frame:t},n,r,i){let a=e.rows.find(e=>e.numbers===n)??{...Re,name:i,numbers:n};return{...e,rows:ze(e.rows,a,t,[...r]),...Be(e,t)}}var Re={name:``,handles:[],keys:[],before:`hold`,after:`hold`,numbers:null};function ze(e,t,n,r){let i=t.keys.find(({at:e})=>e===n),a={at:n,targets:r,ease:Ge(t,n),weight:i?.weight??1,tangents:i?.tangents??[],handles:i?.handles??[]},o=xe(Ue(t,{...t,keys:Ke(t.keys,[a])}));return e.includes(t)?e.map(e=>e===t?o:e):[...e,o]}function Be({first:e,last:t},n){return{first:Math.min(e,n),last:Math.max(t,n)}}function Ve(e,t){return e.weight===t.weight&&e.targets.every((e,n)=>e===t.targets[n])}function He({before:e,after:t,keys:n}){return(e===`loop`||t===`loop`)&&n.length>1}function Ue(e,t){let{keys:n}=t,r=n.length-1;if(!He(t)||n.length!==e.keys.length||!Ve(e.keys[0],e.keys[r])||Ve(n[0],n[r]))return t;let{targets:i,weight:a}=Ve(e.keys[0],n[0])?n[r]:n[0];return{...t,keys:n.map((e,t)=>t===0||t===r?{...e,targets:i,weight:a}:e)}}function We(e,t){return e.length>1?`Group ${t.group??t.id}`:t.name||`Handle ${t.id}`}function Ge({keys:e},t){return(e.findLast(({at:e})=>e<=t)??e.at(0))?.ease??`smooth`}function Ke(e,t){let n=new Set(t.map(({at:e})=>e));return[...e.filter(({at:e})=>!n.has(e)),...t].sort((e,t)=>e.at-t.at)}function qe(e,t,n,r,i){if(t.length)return[...t];let a=e.handles.filter(t=>{let a=Pe(e.timeline,t.id)?n.get(t.id):t.pinned?t.target:r(t);return a!==void 0&&a.some((e,n)=>Math.abs(e-t.target[n])>i)}),o=e.handles.filter(({pinned:e})=>!e);return(a.length?a:o.length?o:e.handles).map(({id:e})=>e)}function Je(e,t,n){let r=e.rows.flatMap(e=>{let r=e.keys.filter(({at:n})=>t.has(Ne(e,n)));if(r.length===0)return[e];let i=n(e,r,e.keys.filter(e=>!r.includes(e)));return i.length?[xe(Ue(e,{...e,keys:i}))]:[]});return{...e,rows:r}}function Ye(e,t){return Je(e,new Set(t),(e,t,n)=>n)}function Xe(e,t,n,r){if(n===0)return{timeline:e,spots:[...t]};let i=[];return{timeline:Je(e,new Set(t),(e,t,a)=>{let o=t.map(e=>({...e,at:e.at+n}));return i.push(...o.map(({at:t})=>Ne(e,t))),Ke(r?[...a,...t].sort((e,t)=>e.at-t.at):a,o)}),spots:i}}function Ze(e,t,n){return Je(e,new Set(t),(e,t,r)=>Ke(r,t.map(e=>({...e,...n}))))}function Qe(e,t,n){let r=new Set($e(e,t));return{...e,rows:e.rows.map(e=>r.has(e)?xe({...e,...n}):e)}}function $e(e,t){let n=new Set(t);return e.rows.filter(e=>e.keys.some(({at:t})=>n.has(Ne(e,t))))}function et(e,t){let n=new Set(t);return e.rows.flatMap(e=>e.keys.filter(({at:t})=>n.has(Ne(e,t))))}function tt(e,t){if(!t.handles)return t;let n=new Set(t.handles.map(({id:e})=>e)),r=t.timeline??e.timeline,i=r.rows.filter(e=>e.handles.every(e=>n.has(e))),a=i.length<r.rows.length?{timeline:{...r,rows:i}}:{};return{frame:e.frame,...t,...a}}function nt({rows:e}){return[...new Set(e.flatMap(e=>e.keys.map(({at:e})=>e)))].sort((e,t)=>e-t)}function rt(e){let t=new Set(e.timeline.rows.flatMap(e=>e.handles)),n=e.handles.map(e=>t.has(e.id)?{...e,target:null}:e);return JSON.stringify({...e,handles:n,weights:null,frame:1,poses:[]})}function it(e,t){return e.map((e,n)=>({...e,target:t[n]??e.target}))}function at(e){return{method:``,handles:[],weights:null,frozen:null,slices:e,timeline:je,frame:1,floor:null,poses:[]}}function ot({slices:e},t,n){return{slices:{...e,[t]:{...e[t],...n}}}}function st(e,t,n){return{id:1+e.handles.reduce((e,t)=>Math.max(e,t.id),0),face:t.face,barycentric:t.barycentric,target:n,pinned:!1,group:null,...ne}}function ct(e,t){return e.map(e=>{let n=t.get(e.id);return n?{...e,target:n}:e})}function lt(e,t,n){let r=new Set(t.includes(n)?t:[n]),i=new Set(e.filter(e=>r.has(e.id)).map(e=>e.group));return i.delete(null),e.filter(e=>e.id===n||!e.pinned&&(r.has(e.id)||e.group!==null&&i.has(e.group)))}function ut(e,t,n){return e.map(e=>t.includes(e.id)?{...e,pinned:n}:e)}function dt(e,t,n){let r=n?1+e.reduce((e,t)=>Math.max(e,t.group??0),0):null;return e.map(e=>t.includes(e.id)?{...e,group:r}:e)}function ft(e,t,n){let r=[0,0,0];for(let i=0;i<3;i++){let a=n[3*e.face+i];for(let n=0;n<3;n++)r[n]+=e.barycentric[i]*t[3*a+n]}return r}function pt(e){let t=[],n=[];for(let r=0;r<e.length;){let i=r,a=e[r];for(;r<e.length&&e[r]===a;)r++;a!==0&&(t.push(i,r-i),n.push(a))}return{runs:t,levels:n.every(e=>e===255)?[]:n}}function mt(e,t){let n=new Uint8Array(t);return e?.runs.forEach((t,r)=>{r%2==0&&n.fill(e.levels[r/2]??255,t,t+e.runs[r+1])}),n}function ht(e){return e?.runs.reduce((e,t,n)=>n%2?e+t:e,0)??0}function gt({runs:e},t){return e.some((n,r)=>r%2==0&&t>=n&&t<n+e[r+1])}function _t(e,t,n){return e!==null&&[0,1,2].some(r=>gt(e,t[3*n+r]))}function vt(e,t,n){for(let{face:r}of t)for(let t=0;t<3;t++)e[n[3*r+t]]=0}function yt(e,t,n,r=[]){let i=t?.get(n.id);return i?e.weights?i:r.includes(`slide`)?he(n,i):n.target:n.target}function bt(e,t,n=[]){return e.handles.map(r=>({...r,target:yt(e,t,r,n)}))}var xt=class e{label;before;after;gesture;constructor(e,t,n,r=null){this.label=e,this.before=t,this.after=n,this.gesture=r}apply(e){return{...e,...this.after}}revert(e){return{...e,...this.before}}merge(t){return this.gesture===null||this.gesture!==t.gesture?null:new e(t.label,{...t.before,...this.before},{...this.after,...t.after},this.gesture)}};function St(e,t,n,r=null){let i=Object.keys(n);return new xt(e,Object.fromEntries(i.map(e=>[e,t[e]])),n,r)}var Ct={done:[],undone:[]};function wt(e,t){let n=e.done.at(-1)?.merge(t)??null;return{done:n?[...e.done.slice(0,-1),n]:[...e.done,t].slice(-1e3),undone:[]}}function Tt(e){return{...e,done:e.done.slice(0,-1)}}function Et(e,t){let n=e.done.at(-1);return n?[{done:e.done.slice(0,-1),undone:[...e.undone,n]},n.revert(t)]:null}function Dt(e,t){let n=e.undone.at(-1);return n?[{done:[...e.done,n],undone:e.undone.slice(0,-1)},n.apply(t)]:null}var Ot=class{current;watchers=new Set;constructor(e){this.current=e}get state(){return this.current}set(e){let t=this.current;this.current={...t,...e};for(let e of this.watchers)e(this.current,t)}watch(e,t){let n=(n,r)=>{e.some(e=>n[e]!==r[e])&&t(n)};return this.watchers.add(n),t(this.current),()=>this.watchers.delete(n)}},kt=360,At=[1200,1100,900,600],jt=1100;function Mt(e,t){let n=Math.min(150,Math.max(75,e))/100;return Math.min(n,Math.max(t/kt,Math.min(n,1)))}function Nt(e,t){let n=e/t;return{classes:Object.fromEntries(At.map(e=>[`under-${e}`,n<e])),narrow:n<jt}}function Pt(e){let t=Number(e??100);return t>=75&&t<=150?t:100}var Ft={connection:`connecting`,welcome:null,session:null,sessions:null,kept:{sent:0,safe:0,failure:null},unbuilt:null,exporting:null,model:null,rig:null,pose:null,progress:null,awaited:null,thumbnails:new Map,pictures:new Map,overlayWanted:null,overlay:null,partNear:null,regions:new Map,painting:null,beside:null,history:Ct,selection:[],partSelection:[],keySelection:[],timelineOpen:!1,graph:!1,span:null,graphPoints:[],curvesFlipped:[],keyCopies:[],autoKey:!1,trails:!1,playing:!1,playhead:null,looping:!0,baking:null,clip:null,onion:{on:!1,count:2,step:4},ghosts:[],told:new Map,tool:`pose`,aim:`handles`,gizmo:!1,snap:{grid:!1,floor:!1,vertices:!1},through:!1,brush:32,soft:!0,mirror:!1,plane:null,partner:null,asymmetric:null,shapes:new Map,poseScope:`whole`,wire:!1,clay:!1,panels:!0,help:!1,commands:!1,uiScale:100,narrow:!1,tour:null,keymap:{},theme:`auto`,systemDark:!1,preset:`blender`,tab:`method`,toasts:[],choices:[],gesture:null,dragged:!1,perspective:!0,seen:{lens:45,light:`studio`,matcap:null,hidden:[],about_selection:!1,bookmarks:[]},turntable:!1,reference:null,up:`y`,drawer:!1,fps:null,filmSize:1280};function It({theme:e,systemDark:t}){return e===`auto`?t:e===`dark`}function Lt({regions:e},t){return(t===null?void 0:e.get(t))??null}function Rt(e){return Lt(e,e.document.frozen)}function zt({model:e}){return e?.surface?.coloured??!1}function Bt({model:e,pictures:t}){return t.size<(e?.surface?.pictures??0)}function Vt(e){return zt(e)&&!e.clay&&!Bt(e)}function Ht(e,t){return e?.methods.find(e=>e.method===t)}var Ut={float32:Float32Array,uint32:Uint32Array,uint16:Uint16Array,uint8:Uint8Array};function Wt(e){let t=new DataView(e).getUint32(0,!0),n=new TextDecoder().decode(new Uint8Array(e,4,t)),{arrays:r,...i}=JSON.parse(n);return{message:i,arrays:Object.fromEntries(r.map(n=>[n.name,Gt(e,4+t,n)]))}}function Gt(e,t,n){let r=n.shape.reduce((e,t)=>e*t,1),i=Ut[n.dtype];if(i===void 0)throw TypeError(`The array '${n.name}' is of ${n.dtype}; the page reads ${Object.keys(Ut).join(`, `)}.`);return new i(e,t+n.offset,r)}function Kt(e,t){return e[t]??null}function qt(e,t){return e[t]??null}function Jt(e,t,n){let r=e.reduce((e,t,n)=>n===0?e:e+t,0);if(t===0){let t=Math.abs(r)>1e-9?(1-n)/r:0,i=e.map((e,r)=>r===0?n:e*t);return t===0&&i.length>1&&(i[1]=1-n),i}let i=[...e];return i[t]=n,i[0]=1-(r-e[t]+n),i}function Yt(e,t){return Array.from({length:e},(e,n)=>+(n===t))}function Xt(e,t){return t?.kept.length?t.kept:(e?.examples??[]).map((e,t)=>t)}var Zt=12;function Qt(e){let t=new Map;return e.forEach((e,n)=>{let r=e.replace(/[\s_.@-]*(\d+\.)?\d+$/,``)||e;t.set(r,[...t.get(r)??[],n])}),t}function $t(e){let t=w(`input`,{class:`number wide`,label:`Search the examples`,attributes:{type:`search`,placeholder:`Search`,spellcheck:`false`}}),n=O(`columns`,`In columns`,null,()=>{n.setAttribute(`aria-pressed`,String(e.classList.toggle(`columns`)))});n.setAttribute(`aria-pressed`,`false`);let r=w(`div`,{class:`row examples-head`},t,n),i={rows:[],names:[]};return t.addEventListener(`input`,()=>{let n=t.value.trim().toLowerCase();i.rows.forEach((e,t)=>{e.hidden=!i.names[t].toLowerCase().includes(n)});for(let t of e.querySelectorAll(`details`))t.hidden=[...t.children].every(e=>e.tagName===`SUMMARY`||e.hidden)}),{head:r,arrange:(n,a)=>{i={rows:n,names:a},r.hidden=n.length<=Zt,t.value=``;let o=Qt(a),s=!r.hidden&&o.size>1&&o.size<n.length/2;e.replaceChildren(...s?[...o].map(([e,t])=>en(e,t.map(e=>n[e]))):n)}}}function en(e,t){return w(`details`,{class:`fold`,attributes:{open:``}},w(`summary`,{},e,w(`span`,{class:`quiet`},String(t.length))),...t)}function z(e,...t){return w(`section`,{class:`group`},w(`h3`,{},e),...t)}function tn(e,t){let n=w(`div`,{class:`rig-facts`}),r=z(`About this rig`,n);return t.push(e.studio.store.watch([`rig`,`model`],({rig:e,model:t})=>{let i=[...t?[t.words]:[],...e?.facts??[]];n.replaceChildren(...i.map(e=>w(`p`,{class:`quiet`},e))),r.hidden=i.length===0})),r}function nn(e,t,n){return w(`div`,{},...t.map(([t,r])=>{let i=w(`input`,{attributes:{type:`checkbox`,role:`switch`},on:{change:()=>{e.studio.show(i.checked?t:null)}}}),a=w(`label`,{class:`switch`},w(`span`,{},r),i);return n.push(e.studio.store.watch([`overlayWanted`,`rig`,`document`],e=>{let n=e.document.weights===null?void 0:Ff(e.document.method,t).unblended;i.checked=e.overlayWanted===t,i.disabled=e.rig===null||n!==void 0,a.title=n??``})),a}))}var rn=-.5,an=1.5;function on(e,t,n){(document.activeElement!==e||Math.abs(e.valueAsNumber-n)>.006)&&(e.value=String(n));let r=(Math.min(an,Math.max(rn,n))-rn)/2,i=.5/2;e.style.setProperty(`--from`,`${100*Math.min(r,i)}%`),e.style.setProperty(`--to`,`${100*Math.max(r,i)}%`),t.textContent=(Math.round(n*100)/100+0).toFixed(2).replace(`-`,`−`)}var sn=500,cn=.25;function ln(e,t){let{store:n}=e.studio,r=w(`div`,{class:`examples`}),i=k(`Hold this with the handles`,()=>{pn(e)}),{head:a,arrange:o}=$t(r),s=z(`Examples`,a,r,i),c=[],l=[];return t.push(n.watch([`model`,`rig`],({model:t,rig:n})=>{l=Xt(t,n),c=l.map((n,r)=>dn(e,t?.examples[n]??``,r)),o(c.map(e=>e.element),l.map(e=>t?.examples[e]??``)),s.hidden=c.length===0})),t.push(n.watch([`thumbnails`,`model`,`rig`],({thumbnails:e})=>{c.forEach((t,n)=>{let r=e.get(l[n]);r&&t.picture.src!==r&&(t.picture.src=r),t.picture.classList.toggle(`empty`,!r)})})),t.push(n.watch([`pose`,`document`,`rig`],e=>{let t=un(e);i.hidden=e.document.weights===null,c.forEach((n,r)=>{fn(n,t[r]??0,e.rig!==null)})})),s}function un(e){return e.document.weights??e.pose?.weights??Yt(Xt(e.model,e.rig).length,0)}function dn(e,t,n){let{editor:r,store:i}=e.studio,a=w(`input`,{label:`Weight of ${t}`,attributes:{type:`range`,min:String(rn),max:String(an),step:`0.01`}}),o=w(`output`,{class:`figure`}),s=w(`img`,{class:`empty`,attributes:{alt:``,width:`56`,height:`42`}}),c=w(`button`,{class:`thumbnail`,label:`Show ${t}`,title:`Show ${t}`,attributes:{type:`button`},on:{click:()=>{r.edit(`Show ${t}`,{weights:Yt(Xt(i.state.model,i.state.rig).length,n)})}}},s),l=0;return a.addEventListener(`input`,()=>{clearTimeout(l),r.gesture(`Blend ${t}`,{weights:Jt(un(i.state),n,a.valueAsNumber)})}),a.addEventListener(`change`,()=>{l=window.setTimeout(()=>{r.end()},sn)}),{element:w(`div`,{class:`example`},c,w(`div`,{class:`example-text`},w(`div`,{class:`example-head`},w(`span`,{class:`name`},t),o),a)),slider:a,value:o,picture:s}}function fn(e,t,n){e.slider.disabled=!n,on(e.slider,e.value,t),e.element.classList.toggle(`on`,Math.abs(t)>=cn)}function pn(e){let{document:t,pose:n}=e.studio.store.state,r=t.handles.map(e=>({...e,target:n?.reached.get(e.id)??e.target}));e.studio.editor.edit(`Hold with the handles`,{handles:r,weights:null})}var mn={paint:`There is nothing to paint with this method. Freezing needs one that moves single vertices.`,panel(e){let t=[],{model:n,document:r}=e.studio.store.state,i=Ht(n,r.method);return{element:w(`div`,{class:`sections`},z(`About this method`,w(`p`,{class:`quiet`},i?.summary??``)),z(`Show`,nn(e,[[`deformation`,`Stretch`]],t)),hn(e,t),...i?.options.length?[gn(e,i,t)]:[],tn(e,t)),dispose:()=>{t.forEach(e=>{e()})}}}};function hn(e,t){let{studio:n}=e,r=ln(e,t),i=!1;return t.push(n.store.watch([`pose`,`model`,`rig`],({pose:e,model:t,rig:a,document:o})=>{let s=e?.method===o.method?e.weights.length:0;r.hidden=s===0||s!==Xt(t,a).length,r.hidden||i||(i=!0,n.wantThumbnails())})),r}function gn(e,{title:t,options:n},r){let{studio:i}=e,a=()=>{i.rebuild(Object.fromEntries(o.flatMap(({name:e,value:t})=>t()===void 0?[]:[[e,t()]])),`Building ${t}`)},o=n.map(e=>_n(e,a)),s=k(`Apply`,a);return r.push(i.store.watch([`progress`],({progress:e})=>{s.disabled=e!==null})),z(`Options`,...o.map(({element:e})=>e),w(`div`,{class:`row`},s))}function _n(e,t){let{name:n,title:r,words:i,kind:a}=e,{input:o,value:s}=a===`truth`?vn(e):a===`choice`?yn(e):bn(e)?xn(e,t):Sn(e);return{name:n,element:w(`label`,{class:a===`truth`?`switch`:`row spread`,title:i},w(`span`,{},r),o),value:s}}function vn(e){let t=w(`input`,{attributes:{type:`checkbox`,role:`switch`}});return t.checked=e.default===!0,{input:t,value:()=>t.checked}}function yn(e){let t=w(`select`,{class:`number option`},...e.choices.map(e=>w(`option`,{attributes:{value:e}},e)));return t.value=typeof e.default==`string`?e.default:``,{input:t,value:()=>t.value||void 0}}function bn({kind:e,low:t,high:n}){return e===`number`&&t!==null&&n!==null}function xn({title:e,low:t,high:n,...r},i){let a=[t??0,n??1],o=w(`input`,{label:e,attributes:{type:`range`,min:String(a[0]),max:String(a[1]),step:`any`},on:{input:()=>{c()},change:i}}),s=w(`output`,{class:`figure quiet`}),c=()=>{o.style.setProperty(`--from`,`0%`),o.style.setProperty(`--to`,`${100*(o.valueAsNumber-a[0])/(a[1]-a[0])}%`),s.textContent=String(Number(o.valueAsNumber.toPrecision(2)))};return o.value=String(typeof r.default==`number`?r.default:a[0]),c(),{input:w(`span`,{class:`row`},o,s),value:()=>o.valueAsNumber}}function Sn({kind:e,low:t,high:n,...r}){let i={...t===null?{}:{min:String(t)},...n===null?{}:{max:String(n)}},a=w(`input`,{class:`number option`,attributes:{type:`number`,step:e===`whole`?`1`:`any`,placeholder:`auto`,...i}});a.value=typeof r.default==`number`?String(r.default):``;let o=()=>Number.isFinite(a.valueAsNumber)?s(a.valueAsNumber):void 0,s=r=>Math.max(t??-1/0,Math.min(n??1/0,e===`whole`?Math.round(r):r));return a.addEventListener(`change`,()=>{a.value=o()===void 0?``:String(o())}),{input:a,value:o}}var Cn=[{name:`orange`,code:`#e69f00`},{name:`sky blue`,code:`#56b4e9`},{name:`green`,code:`#009e73`},{name:`yellow`,code:`#f0e442`},{name:`blue`,code:`#0072b2`},{name:`vermilion`,code:`#d55e00`},{name:`pink`,code:`#cc79a7`},{name:`wine`,code:`#96305a`},{name:`violet`,code:`#5d4bb0`},{name:`mint`,code:`#aee8d2`},{name:`grey`,code:`#b9b6b0`},{name:`olive`,code:`#8a8a2b`}];function wn(e){return Cn[(e%Cn.length+Cn.length)%Cn.length]}function Tn(e){let t=Number.parseInt(e.slice(1),16);return[t>>16&255,t>>8&255,t&255]}function En(e,t,n,r){let i=e.length/3,a=t.length/i,o=new Float32Array(e.length);for(let s=0;s<i;s++){let i=e[3*s],c=e[3*s+1],l=e[3*s+2];for(let e=s*a;e<(s+1)*a;e++){let a=n[e];if(a===0)continue;let u=12*t[e];for(let e=0;e<3;e++){let t=u+4*e;o[3*s+e]+=a*(r[t]*i+r[t+1]*c+r[t+2]*l+r[t+3])}}}return o}function Dn(e,t,n=new Float32Array(9*e.length/t.length)){let r=t.length/3,i=e.length/r;for(let a=0;a<i;a+=2){let o=Math.min(a+1,i-1),s=0,c=0,l=0,u=0,d=0,f=0;for(let n=0,i=a*r,p=o*r;n<t.length;n+=3,i++,p++){let r=t[n],a=t[n+1],o=t[n+2],m=e[i],h=e[p];s+=m*r,c+=m*a,l+=m*o,u+=h*r,d+=h*a,f+=h*o}n[3*a]=s,n[3*a+1]=c,n[3*a+2]=l,n[3*o]=u,n[3*o+1]=d,n[3*o+2]=f}return n}function On({carry:e,n:t}){return e?e.length/t:0}function kn(e,t,n){n.fill(0);for(let r=0;r<t.length;r+=3){let i=3*t[r],a=3*t[r+1],o=3*t[r+2],s=e[a]-e[i],c=e[a+1]-e[i+1],l=e[a+2]-e[i+2],u=e[o]-e[i],d=e[o+1]-e[i+1],f=e[o+2]-e[i+2],p=c*f-l*d,m=l*u-s*f,h=s*d-c*u;n[i]+=p,n[i+1]+=m,n[i+2]+=h,n[a]+=p,n[a+1]+=m,n[a+2]+=h,n[o]+=p,n[o+1]+=m,n[o+2]+=h}for(let e=0;e<n.length;e+=3){let t=Math.sqrt(n[e]**2+n[e+1]**2+n[e+2]**2)||1;n[e]/=t,n[e+1]/=t,n[e+2]/=t}}function An(e,t){let n=0,r=0,i=(e,t)=>Math.imul(jn(e),jn(t^1540483477))-Math.imul(jn(t),jn(e^1540483477))|0;for(let a=0;a<t.length;a+=3){let o=t[a],s=t[a+1],c=t[a+2];n=n+i(o,s)+i(s,c)+i(c,o)|0;let l=3*o,u=3*s,d=3*c;r+=e[l]*(e[u+1]*e[d+2]-e[u+2]*e[d+1])+e[l+1]*(e[u+2]*e[d]-e[u]*e[d+2])+e[l+2]*(e[u]*e[d+1]-e[u+1]*e[d])}return n===0&&r>0}function jn(e){return e=Math.imul(e^e>>>16,2246822507),e=Math.imul(e^e>>>13,3266489909),e^e>>>16}function Mn(e,t=`y`){let n=[1/0,1/0,1/0],r=[-1/0,-1/0,-1/0];for(let t=0;t<e.length;t++){let i=t%3;e[t]<n[i]&&(n[i]=e[t]),e[t]>r[i]&&(r[i]=e[t])}return{at:[(n[0]+r[0])/2,(n[1]+r[1])/2,(n[2]+r[2])/2],radius:Math.hypot(r[0]-n[0],r[1]-n[1],r[2]-n[2])/2,floor:n[t===`y`?1:2]}}function Nn(e,t){let n=Math.max(1,Math.ceil(e.length/3/t)),r=[];for(let t=0;t<e.length;t+=3*n)r.push(e[t],e[t+1],e[t+2]);return r}var Pn=[`#ddcfc0`,`#ebbf93`,`#e8935c`,`#c9523f`,`#8b2140`,`#4a1038`],Fn=Pn.map(Tn);function In(e,t){let n=new Float32Array(e.n),r=On(e);for(let i of t)for(let t=0;t<e.n;t++)n[t]+=e.carry[t*r+i];return n}function Ln(e,t){let n=new Uint8Array(3*e.length);for(let r=0;r<e.length;r++){let i=Math.min(1,Math.max(0,e[r]/t))*(Fn.length-1),a=Math.min(Fn.length-2,Math.floor(i));for(let e=0;e<3;e++)n[3*r+e]=Math.round(Fn[a][e]+(Fn[a+1][e]-Fn[a][e])*(i-a))}return n}var Rn=null;function zn({rig:e,cageSelection:t,showWeights:n,document:r}){if(r.method!==`cage`||!e?.carry||!n||t.length===0)return null;let i=[e,t];if(!Rn?.causes.every((e,t)=>e===i[t])){let n=In(e,t),r=n.reduce((e,t)=>Math.max(e,t),1e-6);Rn={causes:i,weights:{rgb:Ln(n,r),top:r}}}return Rn.weights}function Bn({studio:e}){let t=B(e.store.state.document.method);return typeof t.paint==`string`?(e.say(t.paint),null):t.paint}var Vn=class{bench;paint;mask;constructor(e,t){this.bench=e,this.paint=t,this.mask=t.marked(e)}show(e,t,n=null){let{document:r,model:i,mirror:a,partner:o}=this.bench.studio.store.state;e.forEach((e,r)=>{let i=n?.[r]??255;this.touch(e,i,t),a&&o&&o[e]<this.mask.length&&this.touch(o[e],i,t)}),this.paint.underHandles||vt(this.mask,r.handles,i.F),this.bench.studio.store.set({painting:this.mask.slice()})}touch(e,t,n){this.mask[e]=n?Math.max(this.mask[e],t):Math.min(this.mask[e],255-t)}keep(e){let t=pt(this.mask),n=t.runs.length?this.bench.studio.mark(t):null;this.drop(),n===void 0?this.bench.studio.say(`The server is away, so nothing can be painted. Wait until it is back.`,!0):this.paint.keep(this.bench,`${e} (${ht(t).toLocaleString(`en-US`)} vertices)`,n)}drop(){this.bench.studio.store.set({painting:null})}};function Hn(e,{x:t,y:n}){let r=!1;for(let i=0,a=e.length-1;i<e.length;a=i++){let o=e[i],s=e[a];o.y>n!=s.y>n&&t<(s.x-o.x)*(n-o.y)/(s.y-o.y)+o.x&&(r=!r)}return r}function Un(e,t,n){let r=[],i=Math.min(...e.map(({x:e})=>e)),a=Math.max(...e.map(({x:e})=>e)),o=Math.min(...e.map(({y:e})=>e)),s=Math.max(...e.map(({y:e})=>e));for(let c=0;c<t.length/3;c++){let l=f(n,[t[3*c],t[3*c+1],t[3*c+2]]);l.depth<-1||l.depth>1||l.x<i||l.x>a||l.y<o||l.y>s||Hn(e,l)&&r.push(c)}return r}function Wn(e,t,{shiftKey:n,ctrlKey:r}){let i=e.filter(e=>!t.includes(e));return r?i:n?[...i,...t]:[...t]}var Gn=class{bench;shape;paint;from;frame=document.createElementNS(`http://www.w3.org/2000/svg`,`svg`);line=document.createElementNS(`http://www.w3.org/2000/svg`,`polygon`);way;constructor(e,t,n,r){this.bench=e,this.shape=t,this.paint=n,this.from=r,this.way=[r],this.frame.classList.add(`fence`),this.frame.append(this.line),e.stage.canvas.parentElement?.append(this.frame)}move(e){this.way=this.shape===`box`?[this.from,e]:[...this.way,e];let t=this.bench.stage.shift(this.from.pane);this.line.setAttribute(`points`,this.corners().map(({x:e,y:n})=>`${e+t},${n}`).join(` `))}finish(){this.frame.remove();let{store:e}=this.bench.studio;this.paint?this.mark(this.paint):(this.select(),e.set({tool:`pose`}))}cancel(){this.frame.remove()}select(){let{store:e}=this.bench.studio,{document:t,pose:n,rig:r,selection:i,aim:a}=e.state;if(a===`own`){B(t.method).fenced?.select(this.bench,this.corners(),this.from);return}let o=this.corners(),{lens:s}=this.bench.stage,c=t.handles.filter(e=>Hn(o,f(s,yt(t,n?.reached??null,e,r?.pins))));e.set({selection:Wn(i,c.map(e=>e.id),this.from)})}mark(e){let{stage:t,studio:n}=this.bench,r=t.positions(this.from.pane);if(!r)return;let i=Un(this.corners(),r,t.lens),a=n.store.state.through?i:t.visible(i,this.from.pane);if(a.length===0)return;let o=new Vn(this.bench,e);o.show(a,!this.from.ctrlKey),o.keep(`${e.verbs[+!!this.from.ctrlKey]} a region`)}corners(){if(this.shape===`lasso`)return this.way;let[e,t]=[this.way[0],this.way[this.way.length-1]];return[e,{x:t.x,y:e.y},t,{x:e.x,y:t.y}]}},Kn=class{bench;from;begun=null;left=!1;constructor(e,t){this.bench=e,this.from=t}clicked(){}move(e){if(!this.left){if(Math.hypot(e.x-this.from.x,e.y-this.from.y)<3)return;this.left=!0,this.begun=this.begin()}this.begun?.move(e)}key(e){return this.begun?.key?.(e)??!1}finish(){this.left||this.clicked(),this.begun?.finish()}cancel(){this.begun?.cancel()}},qn=new WeakMap;function Jn({V:e,F:t}){let n=qn.get(t);return n||qn.set(t,n=Yn(t,e.length/3)),n}function Yn(e,t){let n=new Uint32Array(t+1);for(let t of e)n[t+1]+=2;for(let e=0;e<t;e++)n[e+1]+=n[e];let r=new Uint32Array(2*e.length),i=n.slice();for(let t=0;t<e.length;t+=3){let n=e[t],a=e[t+1],o=e[t+2];r[i[n]++]=a,r[i[n]++]=o,r[i[a]++]=o,r[i[a]++]=n,r[i[o]++]=n,r[i[o]++]=a}return{first:n,other:r}}function Xn({first:e,other:t},n,r,i){let a=new Set(n.filter(r)),o=[...a];for(let n=o.pop();n!==void 0;n=o.pop()){i(n);for(let i=e[n];i<e[n+1];i++){let e=t[i];!a.has(e)&&r(e)&&(a.add(e),o.push(e))}}}var Zn=new WeakMap;function Qn(e){let t=Zn.get(e.F);if(t)return t;let n=e.V.length/3,r=new Uint32Array(n).fill(n),i=Jn(e);for(let e=0;e<n;e++)r[e]===n&&Xn(i,[e],e=>r[e]===n,t=>{r[t]=e});return Zn.set(e.F,r),r}function $n(e){return e!==null&&Qn(e).some(e=>e!==0)}function er({model:e,seen:{hidden:t}},n){return t.length>0&&e!==null&&t.includes(Qn(e)[e.F[3*n]])}function tr(e,t,n=e.F){if(t.length===0)return n;let r=Qn(e),i=new Set(t),a=n.slice();for(let t=0;t<a.length;t+=3)i.has(r[e.F[t]])&&(a[t+1]=a[t+2]=a[t]);return a}function nr({model:e,document:t,selection:n},r){if(!e)return[];let i=n.length?t.handles.filter(({id:e})=>n.includes(e)).map(e=>e.face):r===null?[]:[r];return[...new Set(i.map(t=>Qn(e)[e.F[3*t]]))]}function rr({document:e,selection:t,pose:n,model:r}){return r?e.handles.filter(({id:e})=>t.includes(e)).map(e=>n?.reached.get(e.id)??ft(e,r.V,r.F)):[]}var ir=.02,ar=.005,or=class{model;partner;plane;constructor(e,t,n){this.model=e,this.partner=t,this.plane=n}vector(e){let{normal:t}=this.plane;return r(e,i(t,2*a(t,e)))}point(e){return n(this.vector(e),i(this.plane.normal,2*this.plane.offset))}turn(e){return i(this.vector(e),-1)}side(e){let t=a(this.plane.normal,e)-this.plane.offset;return Math.abs(t)<=ar*this.model.diagonal?0:t>0?1:-1}across(e){let{V:t,F:n,diagonal:i}=this.model,a=[0,1,2].map(t=>this.partner[n[3*e.face+t]]).filter(e=>e<t.length/3),s=this.point(ft(e,t,n)),l=null,u=ir*i;for(let e=0;e<n.length/3;e++){if(!a.some(t=>n[3*e]===t||n[3*e+1]===t||n[3*e+2]===t))continue;let i={face:e,barycentric:lr([0,1,2].map(r=>c(t,n[3*e+r])),s)},d=o(r(ft(i,t,n),s));d<u&&([l,u]=[i,d])}return l}handle(e){let t=this.across(e);return t&&{...e,...t,target:this.moved(e,e.target,t),slide:this.slide(e.slide),turn:e.turn&&this.turn(e.turn)}}moved(e,t,i){let{V:a,F:o}=this.model;return n(ft(i,a,o),this.vector(r(t,ft(e,a,o))))}slide(e){return e&&{...e,vector:this.vector(e.vector)}}};function sr({model:e,partner:t,plane:n}){return e&&t&&n?new or(e,t,n):null}function cr(e,t,i,a){let s=Array.from({length:t.length/3},(e,n)=>c(t,n)),l=[];for(let t of s){let u=e.point(t),d=s.map(e=>o(r(e,u))),f=Math.min(...d),p=d.indexOf(f);if(f>.02*a)return null;l.push(...n(t,e.vector(r(c(i,p),s[p]))))}return l}function lr([e,t,s],c){let l=r(t,e),u=r(s,e),d=r(c,e),f=a(l,l),p=a(l,u),m=a(u,u),h=f*m-p*p;if(h>0){let e=(m*a(d,l)-p*a(d,u))/h,t=(f*a(d,u)-p*a(d,l))/h;if(e>=0&&t>=0&&e+t<=1)return[1-e-t,e,t]}let g=[e,t,s],_=[1,0,0],v=1/0;for(let[e,t]of[[0,1],[1,2],[2,0]]){let s=r(g[t],g[e]),l=Math.min(1,Math.max(0,a(r(c,g[e]),s)/Math.max(a(s,s),Number.MIN_VALUE))),u=o(r(n(g[e],i(s,l)),c));u>=v||(v=u,_=[0,0,0],_[e]=1-l,_[t]=l)}return _}var ur=.04,dr=14;function fr(e,t){return _r(vr(gr(t),gr(e)))}function pr(e,t){let n=l(e),i=l(t),a=[[0,0,0],[0,0,0],[0,0,0]];e.forEach((e,o)=>{let s=r(e,n),c=r(t[o],i);for(let e=0;e<3;e++)for(let t=0;t<3;t++)a[e][t]+=s[e]*c[t]});let[[o,s,c],[u,d,f],[p,m,h]]=a;return _r(yr([[o+d+h,f-m,p-c,s-u],[f-m,o-d-h,s+u,p+c],[p-c,s+u,d-o-h,f+m],[s-u,p+c,f+m,h-o-d]]))}function mr(e,t,n){let r=hr(e,t);return pr(r.map(t=>c(e.V,t)),r.map(e=>c(n,e)))}function hr({V:e,F:t,diagonal:n},i){let a=[t[3*i.face],t[3*i.face+1],t[3*i.face+2]],s=Jn({V:e,F:t}),l=ft(i,e,t),u=new Set(a);for(let e of a)for(let t=s.first[e];t<s.first[e+1];t++)u.add(s.other[t]);return Xn(s,a,t=>o(r(c(e,t),l))<=ur*n,e=>u.add(e)),[...u]}function gr(e){let t=o(e),n=t===0?.5:Math.sin(t/2)/t;return[Math.cos(t/2),...i(e,n)]}function _r([e,t,n,r]){let a=e<0?[-t,-n,-r]:[t,n,r],s=o(a);return i(a,s===0?2:2*Math.atan2(s,Math.abs(e))/s)}function vr([e,...t],[n,...r]){return[e*n-a(t,r),e*r[0]+n*t[0]+t[1]*r[2]-t[2]*r[1],e*r[1]+n*t[1]+t[2]*r[0]-t[0]*r[2],e*r[2]+n*t[2]+t[0]*r[1]-t[1]*r[0]]}function yr(e){let t=Math.hypot(...e.flat());if(t===0)return[1,0,0,0];let n=e.map((e,n)=>e.map((e,r)=>e/t+ +(n===r)));for(let e=0;e<dr;e++){let e=n.map(e=>n[0].map((t,r)=>e.reduce((e,t,i)=>e+t*n[i][r],0))),t=Math.hypot(...e.flat());n=e.map(e=>e.map(e=>e/t))}let r=n.reduce((e,t)=>Math.hypot(...t)>Math.hypot(...e)?t:e),i=1/Math.hypot(...r);return[r[0]*i,r[1]*i,r[2]*i,r[3]*i]}function br(e,t){return{place:n=>ft(n,t,e.F),turn:n=>mr(e,n,t)}}function xr(e,t){return{place(n){let r=t.across(n),i=r&&e.place(r);return i&&t.moved(r,i,n)},turn(n){let r=t.across(n),i=r&&e.turn(r);return i&&t.turn(i)}}}function Sr(e,t,{V:n,F:i,diagonal:a},s=1e-4){let c=ft(t,n,i);return e.map(e=>({handle:e,away:o(r(ft(e,n,i),c))})).filter(({away:e})=>e<=s*a).sort((e,t)=>e.away-t.away).at(0)?.handle}function Cr(e,t,n,r){let i=[...e];for(let e of t)Sr(i,e,n,r)||i.push({...e,id:1+i.reduce((e,{id:t})=>Math.max(e,t),0),group:null});return i}function wr(e,t,n,r,i){return Cr(e,Er(t.flatMap(e=>n.handle(e)??[]),i),r,ir)}function Tr(e,t,n,r){return e.map(e=>{let i=!t||t.has(e.id)?n.place(e):null;if(!i)return e;let a=e.turn&&n.turn(e);return{...e,target:kr(e.target,i,r),turn:e.turn&&a?kr(e.turn,a,r):e.turn}})}function Er(e,t){return Tr(e,null,t,1)}function Dr({handles:e,timeline:t},n,r,i){return Cr(e.flatMap(e=>{let a=Sr(n,e,i);return a?[{...a,id:e.id,group:e.group}]:Pe(t,e.id)?Er([e],r):[]}),n,i)}function Or(e,t,n,r=null){return Array.from(e,(e,i)=>!r||r.has(Math.floor(i/3))?e+n*(t[i]-e):e)}function kr(e,t,a){return a===1?t:n(e,i(r(t,e),a))}function Ar(e){let t=new Set(e.map(({name:e})=>e)),n=1;for(;t.has(`Pose ${n}`);)n+=1;return`Pose ${n}`}function jr(e,t){return[...e,{id:1+e.reduce((e,{id:t})=>Math.max(e,t),0),...t}]}function Mr(e,t,n,r,i){let a=t.filter(({pinned:e})=>!e),o=wr(e,a,n,r,i);return{mirror:n,handles:o,pairs:a.flatMap(e=>{let t=n.across(e),i=t&&Sr(o,t,r,.02);return i&&!i.pinned&&(i.id===e.id||!a.some(({id:e})=>e===i.id))?[[e,i]]:[]})}}function Nr(e,{mirror:t,pairs:n}){let r=new Map(e.map(e=>[e.id,e]));for(let[e,i]of n){let{target:n,turn:a}=r.get(e.id),o=r.get(i.id);r.set(i.id,{...o,target:Pr(t,e,n,i),turn:o.turn&&a&&i!==e?t.turn(a):o.turn})}return e.map(({id:e})=>r.get(e))}function Pr(e,t,r,a){let o=e.moved(t,r,a);return a.id===t.id?i(n(r,o),.5):o}var Fr=50,Ir=.03;function Lr({id:e,name:t}){return t||`Handle ${e}`}function Rr(e){let t=e/Fr,n=10**Math.floor(Math.log10(t));return[5,2,1].map(e=>e*n).find(e=>e<=t)??n}function zr({floor:e},t,n){return(e??ge(t.V,n)).height}function Br(e,t,n,{diagonal:r,up:i,height:a}){let o=Rr(r),s=1e-9*r,c=i===`y`?1:2,l=e.map((e,r)=>n.grid&&Math.abs(e-t[r])>s?o*Math.round(e/o):e);return n.floor&&Math.abs(e[c]-a)<Ir*r&&Math.abs(e[c]-t[c])>s&&(l[c]=a),l}function Vr(e,t){let n=o(e)*o(t);if(n===0)return[0,0,0];let r=s(e,t),c=o(r),l=Math.atan2(c,a(e,t));if(c>1e-12*n)return i(r,l/c);if(l<1)return[0,0,0];let u=s(e,Math.abs(e[0])<.9*o(e)?[1,0,0]:[0,1,0]);return i(u,Math.PI/o(u))}function Hr(e,t){let n=(e,t)=>e.find(e=>e.id===t);return t.map(i=>{let a=n(e,i.id),s=n(e,i.looks),c=n(t,i.looks);if(!a||!s||!c||!i.turn)return i;let l=Vr(r(s.target,a.target),r(c.target,i.target));return o(l)===0?i:{...i,turn:fr(i.turn,l)}})}function Ur(e,t,a,s){let c=r(a.target,t.target),l=o(c);if(l===0)return[...e];let u=n(t.target,i(c,s/l));return e.map(e=>e.id===a.id?{...e,target:u}:e)}function Wr(e){let t=new Map(e.map(({id:e},t)=>[e,t+1]));return e.map(({face:e,barycentric:n,pinned:r,group:i,weight:a,slide:o,turn:s,name:c,looks:l})=>({face:e,barycentric:n,pinned:r,group:i,weight:a,slide:o,turn:s,name:c,looks:t.get(l??0)??null}))}function Gr(e,t,n){return e.map((e,r)=>({...e,id:r+1,target:ft(e,t,n)}))}function Kr(e){return e.length===1?`handle ${e[0]}`:`${e.length} handles`}function qr({studio:e,stage:t},n){let{document:r,selection:i,model:a}=e.store.state,o=t.positions();if(!a||!o||i.length===0)return;let s=oe(r.handles,i,e=>({turn:n?e.turn??mr(a,e,o):null}));e.editor.edit(`${n?`Keep the direction of`:`Let turn`} ${Kr(i)}`,{handles:s})}function Jr(e){let{document:t,selection:n,rig:r}=e.studio.store.state;ae(r,`turn`)?n.length===0?e.studio.say(`Nothing is selected. Click a handle first.`):qr(e,t.handles.some(({id:e,turn:t})=>n.includes(e)&&t===null)):e.studio.say(`This method cannot keep directions. Choose another at the top.`)}function Yr({studio:e}){let{document:{floor:t},model:n,up:r,rig:i}=e.store.state;n&&(ae(i,`floor`)?t?e.editor.edit(`Take the floor away`,{floor:null}):e.editor.edit(`Put a floor`,{floor:ge(n.V,r)}):e.say(`This method knows no floor. Choose another at the top.`))}function Xr({studio:e},t){let{document:{floor:n},model:r}=e.store.state;e.store.set({up:t}),n&&r&&e.editor.edit(`Put the floor across ${t.toUpperCase()}`,{floor:ge(r.V,t,n.grip)})}var Zr={axis:null,digits:``},Qr={X:[1,0,0],Y:[0,1,0],Z:[0,0,1]};function $r(e,t){let n=t.toUpperCase();return n===`X`||n===`Y`||n===`Z`?{...e,axis:e.axis===n?null:n}:/^[0-9]$/.test(t)?{...e,digits:e.digits+t}:t===`.`&&!e.digits.includes(`.`)?{...e,digits:`${e.digits}.`}:t===`-`?{...e,digits:e.digits.startsWith(`-`)?e.digits.slice(1):`-${e.digits}`}:t===`Backspace`?{...e,digits:e.digits.slice(0,-1)}:null}function ei(e){let t=Number.parseFloat(e.digits);return Number.isFinite(t)?t:null}var ti=[0,0,0],ni=12,ri=.01;function ii(e,t){return e===`move`?{kind:e,vector:li(t),amount:1,centre:ti}:e===`scale`?{kind:e,vector:ti,amount:di(t),centre:t.pivot}:{kind:e,vector:si(t.lens,t.typed),amount:ui(t),centre:t.pivot}}function ai(e,{kind:t,vector:a,amount:o,centre:s}){return t===`move`?n(e,a):t===`scale`?n(s,i(r(e,s),o)):u(e,s,a,o*Math.PI/180)}function oi(e,t){let{axis:n}=t.typed;if(e===`scale`)return`Scale: ${di(t).toFixed(2)}`;if(e===`turn`)return`Turn${n?` about ${n}`:``}: ${ui(t).toFixed(1)}°`;let r=n??(ei(t.typed)===null?null:`X`);return r?`Move along ${r}: ${a(li(t),Qr[r]).toPrecision(3)}`:`Move · X, Y, Z: along an axis · Esc: cancel`}function si(e,{axis:t}){return t?Qr[t]:b(e)}function ci(e,t,n,r,i){let o=x(f(e,t),r,i);return a(n,b(e))<0?-o:o}function li({lens:e,grip:t,plane:n,from:a,at:o,typed:s}){let c=ei(s);if(c!==null)return i(Qr[s.axis??`X`],c);let l=o.x-a.x,u=o.y-a.y;return s.axis?r(_(e,t,Qr[s.axis],l,u),t):r(n?y(e,t,Qr[n],l,u):h(e,t,l,u),t)}function ui({angle:e,typed:t}){return ei(t)??e*180/Math.PI}function di({lens:e,pivot:t,from:n,at:r,typed:i}){let a=f(e,t),s=e=>Math.max(ni,o([e.x-a.x,e.y-a.y,0]));return Math.max(ri,ei(i)??s(r)/s(n))}var fi={move:`Move`,turn:`Turn`,scale:`Scale`},pi=class{bench;kind;pivot;from;beginning;typed;last;angle=0;constructor(e,t,n,r,i={}){this.bench=e,this.kind=t,this.pivot=n,this.from=r,this.beginning=i,this.typed=i.typed??Zr,this.last=r,e.studio.store.set({gesture:oi(t,this.pull())})}move(e){this.angle+=this.sweep(this.last,e),this.last=e,this.update()}key(e){let t=$r(this.typed,e);return t?(this.typed=t,this.angle=this.sweep(this.from,this.last),this.update(),!0):!1}finish(){this.bench.studio.editor.end(),this.bench.studio.store.set({gesture:null,dragged:!0})}cancel(){this.bench.studio.editor.drop(),this.bench.studio.store.set({gesture:null})}update(){let{editor:e,store:t}=this.bench.studio,n=this.pull();e.gesture(`${fi[this.kind]} ${this.subject}`,this.after(ii(this.kind,n))),t.set({gesture:oi(this.kind,n)})}pull(){let{pivot:e,from:t,typed:n,angle:r}=this;return{lens:this.bench.stage.lens,pivot:e,grip:this.beginning.grip??e,...this.beginning.plane?{plane:this.beginning.plane}:{},from:t,at:this.last,typed:n,angle:r}}sweep(e,t){let{lens:n}=this.bench.stage;return this.beginning.turned?.(e,t)??ci(n,this.pivot,si(n,this.typed),e,t)}},mi=[0,0,0],hi=14,gi=.05,_i=class extends pi{free;subject;handles;twins;V;constructor(e,t,n,r,i,a={}){super(e,t,l(r.map(e=>e.target)),i,{grip:r[0].target,...a}),this.free=r,this.twins=vi(e,n,r),this.handles=this.twins?.handles??n,this.subject=`${r.length===1&&r[0].name?r[0].name:Kr(r.map(({id:e})=>e))}${this.twins?.pairs.length?` on both sides`:``}`,this.V=t===`move`?e.stage.positions():null}after(e){let t=this.free.filter(t=>e.kind===`move`||!t.pinned),r=e.kind===`move`?this.jump(ai(this.free[0].target,e)):mi,i=new Map(t.map(t=>[t.id,n(ai(t.target,e),r)])),a=ct(this.handles,i),o=Hr(this.handles,e.kind===`turn`?this.turned(a,e):a);return{handles:this.twins?Nr(o,this.twins):o,weights:null}}jump(e){let{store:t}=this.bench.studio,{snap:n,model:i,document:a,up:o}=t.state,s=this.free[0].target;return!i||!(n.grid||n.floor||n.vertices)?mi:r((n.vertices&&this.V?this.vertexAt(this.V,e,gi*i.diagonal):null)??Br(e,s,n,{diagonal:i.diagonal,up:o,height:zr(a,i,o)}),e)}vertexAt(e,t,n){let{lens:i}=this.bench.stage,a=f(i,t),s=this.free[0].target,l=null,u=hi;for(let t=0;t<e.length/3;t++){let d=c(e,t),{x:p,y:m}=f(i,d),h=Math.hypot(p-a.x,m-a.y);h<u&&o(r(d,s))>n&&([l,u]=[d,h])}return l}turned(e,{vector:t,amount:n}){let r=new Set(this.free.map(({id:e})=>e)),a=i(t,n*Math.PI/180);return e.map(e=>e.turn&&r.has(e.id)?{...e,turn:fr(e.turn,a)}:e)}};function vi({studio:e,stage:t},n,r){let{state:i}=e.store,{model:a}=i,o=t.positions(),s=i.mirror?sr(i):null;return s&&a&&o?Mr(n,r,s,a,br(a,o)):null}var yi=12;function bi(e,t,n){let r=null,i=yi;for(let a of e.document.handles){if(er(e,a.face))continue;let o=f(t,yt(e.document,e.pose?.reached??null,a,e.rig?.pins)),s=Math.hypot(o.x-n.x,o.y-n.y);s<=i&&([r,i]=[a,s])}return r}function xi(e,t){let n=e.filter(({id:e})=>t.includes(e)),r=n.filter(({pinned:e})=>!e);return[...new Set((r.length?r:n).flatMap(({id:n})=>lt(e,t,n)))]}function Si(e,t,n){let r=null,i=yi;for(let a of e){let e=f(t,a.at),o=Math.hypot(e.x-n.x,e.y-n.y);o<=i&&([r,i]=[a,o])}return r}var Ci=class extends Kn{handle;constructor(e,t,n){super(e,n),this.handle=t;let{selection:r}=e.studio.store.state,i=r.includes(t.id);n.shiftKey?e.studio.store.set({selection:i?r.filter(e=>e!==t.id):[...r,t.id]}):i||e.studio.store.set({selection:[t.id]})}begin(){let{document:e,pose:t,rig:n,selection:r}=this.bench.studio.store.state,i=bt(e,t?.reached??null,n?.pins),a=lt(i,r,this.handle.id);return a.sort((e,t)=>Number(t.id===this.handle.id)-Number(e.id===this.handle.id)),new _i(this.bench,`move`,i,a,this.from)}clicked(){this.from.shiftKey||this.bench.studio.store.set({selection:[this.handle.id]})}},wi=class extends Kn{hit;constructor(e,t,n){super(e,n),this.hit=t}begin(){let{handles:e,handle:t}=this.place();return new _i(this.bench,`move`,e,[t],this.from)}clicked(){let{handles:e,handle:t}=this.place();this.bench.studio.editor.edit(`Place handle ${t.id}`,{handles:e,weights:null})}cancel(){super.cancel();let{store:e}=this.bench.studio,t=new Set(e.state.document.handles.map(e=>e.id));e.set({selection:e.state.selection.filter(e=>t.has(e))})}place(){let{store:e}=this.bench.studio,{document:t,pose:n,rig:r,selection:i}=e.state,a=st(t,this.hit,this.hit.at);return e.set({selection:this.from.shiftKey?[...i,a.id]:[a.id]}),{handles:[...bt(t,n?.reached??null,r?.pins),a],handle:a}}},Ti={cage:null,coordinates:`harmonic`,at:null,frame:null,edits:[],pins:[]};function Ei(e,t){return e?.cageRest?t?.points&&t.points.length===3*On(e)?t.points.subarray(0,e.cageRest.length):e.cageRest:null}function Di(e,t){let n=Array.from(e);for(let[e,r]of t)n.splice(3*e,3,...r);return n}function Oi(e,t){return ji(e,{at:t,frame:null})}function ki(e,t){return ji(e,{at:null,frame:t})}function Ai(e,t,n,r){let i=Di(t,n),{cage:a}=e.slices;return a.frame===null?Oi(e,i):ji(e,{edits:Fi(a,i.map((e,n)=>e-t[n]),r)})}function ji(e,t){return{...ot(e,`cage`,{...t,pins:Ni(e.slices.cage)}),weights:[]}}function Mi({pins:e},t){return[...e.filter(({vertex:e})=>!t.has(e)),...Array.from(t,([e,t])=>({vertex:e,target:t}))]}function Ni({pins:e}){return e.map(e=>e.target?{...e,target:null}:e)}function Pi({method:e,slices:{cage:t},weights:n,handles:r}){return e===`cage`&&t.frame!==null&&n===null&&r.length+t.pins.length>0}function Fi({edits:e,frame:t},n,r){let i=e.find(e=>e.frame===t),a=i?{...i,moves:i.moves.map((e,t)=>e+n[t])}:{frame:t,moves:[...n],reach:r};return[...e.filter(e=>e!==i),a].sort((e,t)=>e.frame-t.frame)}function Ii(e,t,n,r,i){let{cage:a}=e.slices,o=Array.from(n,(e,n)=>t[n]-e);return ji(e,{edits:o.some(e=>Math.abs(e)>i)?Fi(a,o,r):a.edits})}function Li(e,t,n){return Array.from({length:e},(e,r)=>{let i=Math.max(0,1-Math.abs(r-t)/n);return i*i*(3-2*i)})}function Ri(e,t,n){let r=e.weights?e.handles.map(e=>({...e,target:ft(e,n.V,n.F)})):e.handles;return{...ot(e,`cage`,{cage:t,at:null,frame:null,edits:[],pins:[]}),handles:r,weights:null}}function zi({recovered:e,document:t}){let{cage:n,coordinates:r}=t.slices.cage;return e?.cage===n&&e.coordinates===r?e:null}function Bi(e){return e.length===1?`vertex ${e[0]}`:`${e.length} vertices`}function Vi(e,t){let n=[0,0,0];for(let r of t)c(e,r).forEach((e,r)=>{n[r]+=e/t.length});return n}var Hi=10;function Ui({studio:e,stage:t},n,r){let{state:i}=e.store,a=i.showCage&&i.rig?.method===`cage`&&n.pane===0?Ei(i.rig,i.pose):null;if(!a||bi(i,t.lens,n))return null;let{lens:o}=t,s=r?f(o,r.at).depth:1/0,l=null,u=Hi;for(let e=0;e<a.length/3;e++){let t=f(o,c(a,e)),r=Math.hypot(t.x-n.x,t.y-n.y);r<u&&t.depth<=s&&t.depth>-1&&([l,u]=[e,r])}return l}var Wi=class extends pi{selection;subject;points;document;handles;constructor(e,t,n,r,i,a){super(e,t,Vi(r,n),a,{grip:i}),this.selection=n,this.points=r.slice();let{document:o,pose:s,rig:c}=e.studio.store.state;this.document=o,this.handles=bt(o,s?.reached??null,c?.pins),this.subject=`${Bi(n)} of the cage`}after(e){let{cageFollow:t,cageReach:n}=this.bench.studio.store.state,r=new Map(this.selection.map(t=>[t,ai(c(this.points,t),e)]));return t?{...ot(this.document,`cage`,{pins:Mi(this.document.slices.cage,r)}),handles:this.handles,weights:null}:Ai(this.document,this.points,r,n)}},Gi=class extends Kn{vertex;constructor(e,t,n){super(e,n),this.vertex=t;let{store:r}=e.studio,{cageSelection:i}=r.state,a=i.includes(t),o=i.filter(e=>e!==t);n.shiftKey?r.set({cageSelection:a?o:[...o,t]}):a||r.set({cageSelection:[t]}),r.set({selection:[]})}begin(){let{cageSelection:e,rig:t,pose:n}=this.bench.studio.store.state,r=Ei(t,n);return!r||!e.includes(this.vertex)?null:new Wi(this.bench,`move`,e,r,c(r,this.vertex),this.from)}};function Ki(e,t,n){let r=Ui(e,t,n);if(r!==null)return new Gi(e,r,t);n&&e.studio.store.state.cageSelection.length&&e.studio.store.set({cageSelection:[]})}function qi(e,t,n){let{store:r}=e.studio,i=Ui(e,t,n);return i!==r.state.cageNear&&r.set({cageNear:i}),i!==null}function Ji(e,t,n){let{cageSelection:r,rig:i,pose:a,selection:o}=e.studio.store.state,s=Ei(i,a);return!s||r.length===0||o.length>0?!1:(t.begin(new Wi(e,n,r,s,Vi(s,r),t.at)),!0)}function Yi({studio:e}){let{cageSelection:t,rig:n,pose:r,selection:i,document:a}=e.store.state,{cage:o}=a.slices,s=Ei(n,r);if(!s||t.length===0||i.length>0)return!1;let l=new Set(o.pins.map(({vertex:e})=>e));if(t.every(e=>l.has(e)))return Xi({studio:e});let u=a.weights===null&&o.frame===null,d=new Map(t.filter(e=>!l.has(e)).map(e=>[e,u?c(s,e):null]));return e.editor.edit(`Hold ${Bi(t)} of the cage`,ot(a,`cage`,{pins:Mi(o,d)})),!0}function Xi({studio:e}){let{cageSelection:t,selection:n,document:r}=e.store.state,i=r.slices.cage.pins,a=i.filter(({vertex:e})=>!t.includes(e));return n.length>0||a.length===i.length?!1:(e.editor.edit(`Let go of ${Bi(t)} of the cage`,ot(r,`cage`,{pins:a})),!0)}function Zi({studio:e,stage:t},n,r){let{rig:i,pose:a,cageSelection:o,through:s}=e.store.state,l=Ei(i,a);if(!l)return;let{lens:u}=t,d=e=>{let{x:n,y:i,depth:a}=f(u,c(l,e)),o=t.pick({x:n,y:i,pane:r.pane});return o===null||a<=f(u,o.at).depth},p=Un(n,l,u).filter(e=>s||d(e));e.store.set({cageSelection:Wn(o,p,r),selection:[]})}var Qi=3.5,$i=6;function ea(e,t,n,r){let i=Ei(t,n);if(!i||!t.edges||!e.showCage||e.clip)return null;let a=new Set(e.document.slices.cage.pins.map(({vertex:e})=>e)),o=Array.from({length:i.length/3},(t,n)=>{let o=e.cageSelection.includes(n),s=o||n===e.cageNear||a.has(n)?$i:Qi;return{at:c(i,n),radius:s,fill:o?r.accent:r.disc,edge:o?a.has(n)?r.accent:r.disc:r.lattice,ring:a.has(n)}});return{points:i,edges:t.edges,discs:o,colour:r.lattice}}function ta({studio:{store:e}}){let t=w(`h3`,{}),n=w(`span`,{}),r=w(`div`,{class:`ramp`});r.style.background=`linear-gradient(to right, ${Pn.join(`, `)})`;let i=w(`div`,{class:`weight-legend`,label:`What the colours of the weight mean`,attributes:{role:`group`}},t,r,w(`div`,{class:`row spread figure`},w(`span`,{},`0%`),n));return e.watch([`rig`,`cageSelection`,`showWeights`,`document`,`overlay`],e=>{let r=e.overlay?null:zn(e);i.hidden=r===null,t.textContent=`Weight of ${Bi(e.cageSelection)}`,n.textContent=`${Math.round(100*(r?.top??0))}%`}),i}var na={follows:[`cageSelection`],kind:`cage`,title:`Cage`,of:({document:{weights:e,handles:t,slices:{cage:n}},cageSelection:r,rig:i,pose:a})=>n.frame!==null||!i?.cageRest||!e&&t.length>0&&r.length===0?null:[...(e&&n.at)??Ei(i,a)],put:Oi,names:(e,t)=>Array.from({length:t},(e,t)=>`Vertex ${Math.floor(t/3)} ${`XYZ`[t%3]}`),shown:({cageSelection:e},t)=>e.includes(Math.floor(t/3))},ra=[`.obj`,`.ply`,`.glb`,`.gltf`,`.vrm`,`.fbx`,`.usd`,`.usda`,`.usdc`,`.usdz`,`.abc`,`.stl`,`.off`,`.npz`,`.pliant`,`.urdf`,`.xml`],ia=[`.bin`,`.png`,`.jpg`,`.jpeg`,`.webp`,`.ktx2`],aa=[`.json`,`.pc2`,`.mdd`,`.usd`,`.usda`,`.usdc`,`.usdz`,`.abc`,`.fbx`];function oa(e){return e.length>0&&e.every(({name:e})=>e.toLowerCase().endsWith(`.pose.json`))}function sa(e){return e.length>0&&e.every(({name:e})=>aa.some(t=>e.toLowerCase().endsWith(t)))}function ca(e){let t=ma([...e].map(e=>({file:e,name:e.name})));return t.some(({name:e})=>/\.(urdf|xml)$/i.test(e))?t.filter(({name:e})=>da(e)):t}async function la(e){let t=[...e.items].map(e=>e.webkitGetAsEntry());return t.some(e=>e?.isDirectory)?ma((await Promise.all(t.filter(e=>e!==null).map(e=>ua(e,``)))).flat()):ca(e.files)}async function ua(e,t){let n=t+e.name;if(e.isDirectory){let t=await pa(e),r=t.some(e=>/\.gltf$/i.test(e.name)),i=t.filter(e=>e.isDirectory||da(e.name)||r&&fa(e.name,ia));return(await Promise.all(i.map(e=>ua(e,`${n}/`)))).flat()}return!da(n)&&(!t||!fa(n,ia))?[]:[{file:await new Promise((t,n)=>{e.file(t,n)}),name:n}]}function da(e){return fa(e,[...ra,...aa])}function fa(e,t){return t.some(t=>e.toLowerCase().endsWith(t))}async function pa(e){let t=e.createReader(),n=[];for(;;){let e=await new Promise((e,n)=>{t.readEntries(e,n)});if(e.length===0)return n;n.push(...e)}}function ma(e){return e.sort((e,t)=>e.name.localeCompare(t.name,`en`,{numeric:!0}))}function ha(e,t){let n=e,r=t,i={};if(Object.keys(n).some(e=>!(e in r)))return null;for(let[e,t]of Object.entries(r)){if(Object.is(n[e],t))continue;let r=ga(n[e],t);if(r===null)return null;i[e]=r.value}return i}function ga(e,t){if(Array.isArray(e)&&Array.isArray(t))return{value:_a(e,t)};if(!va(e)||!va(t))return{value:t};let n=ha(e,t);return n&&{value:n}}function _a(e,t){if(!e.some(va))return t;let n=new Map(e.map((e,t)=>[e,t])),r=t.map(e=>n.get(e)??-1);return r.some(e=>e>=0)?{was:r,new:t.filter((e,t)=>r[t]<0)}:t}function va(e){return typeof e==`object`&&!!e&&!Array.isArray(e)}var ya=300,ba=4e3,xa=class{token;listener;socket=null;wait=ya;ended=!1;sent=null;constructor(e,t){this.token=e,this.listener=t}connect(){Sa(this.token).then(e=>{this.ended||(e===`ours`?this.open():this.again(e===`stranger`))})}open(){let e=location.protocol===`https:`?`wss`:`ws`,t=new WebSocket(`${e}://${location.host}/ws?token=${encodeURIComponent(this.token)}`);t.binaryType=`arraybuffer`,this.socket=t,this.sent=null,t.onopen=()=>{this.wait=ya,this.listener.opened()},t.onclose=()=>{this.again(!1)},t.onmessage=e=>{if(typeof e.data==`string`){let t=JSON.parse(e.data);t.type===`Trouble`&&(this.sent=null),this.listener.received(t,{})}else{let{message:t,arrays:n}=Wt(e.data);this.listener.received(t,n)}}}again(e){this.listener.lost(e),setTimeout(()=>{this.connect()},this.wait),this.wait=Math.min(2*this.wait,ba)}send(e){return this.socket?.readyState===WebSocket.OPEN&&(this.socket.send(JSON.stringify(this.shortened(e))),!0)}shortened(e){if(!(`document`in e))return e;let{document:t,...n}=e,r=this.sent&&ha(this.sent,t);return this.sent=t,{...n,...this.earlier(e),...r?{changes:r}:{document:t}}}earlier(e){if(e.type!==`Commit`||!e.before)return{};let t=ha(e.document,e.before);return t?{before:void 0,was:t}:{}}end(){this.ended=!0,this.socket&&(this.socket.onclose=null),this.socket?.close()}};async function Sa(e){let t=wa(crypto.getRandomValues(new Uint8Array(16)));try{let n=await fetch(`./proof/${t}`);return n.ok&&(!isSecureContext||await n.text()===await Ca(e,t))?`ours`:`stranger`}catch{return`away`}}async function Ca(e,t){let n=new TextEncoder,r=await crypto.subtle.importKey(`raw`,n.encode(e||` `),{name:`HMAC`,hash:`SHA-256`},!1,[`sign`]);return wa(new Uint8Array(await crypto.subtle.sign(`HMAC`,r,n.encode(t))))}function wa(e){return Array.from(e,e=>e.toString(16).padStart(2,`0`)).join(``)}async function Ta(e,{file:t,name:n}){let r=await fetch(`./upload?name=${encodeURIComponent(n)}`,{method:`POST`,headers:{"X-Token":e},body:t}),i=await r.json();if(i.upload===void 0)throw Error(i.trouble??`${n} could not be sent: ${r.statusText}`);return i.upload}var Ea=1e-6;function Da({socket:e,store:t},n,r){e.send({type:`MakeCage`,vertices:n,symmetric:r,coordinates:t.state.document.slices.cage.coordinates}),t.set({progress:{share:0,what:`Making a cage`,over:!1}})}async function Oa(e,t){let{store:n,socket:r}=e;n.set({progress:{share:0,what:`Reading ${t.name}`,over:!1}});try{let i=await Ta(e.token,{file:t,name:t.name});r.send({type:`LoadCage`,upload:i,coordinates:n.state.document.slices.cage.coordinates})}catch(t){n.set({progress:null}),e.say(t instanceof Error?t.message:String(t),!0)}}function ka({socket:e,store:t}){e.send({type:`RecoverCages`}),t.set({progress:{share:0,what:`Finding the cages`,over:!1}})}function Aa(e,t){t.type===`CageTaken`?ja(e,t):t.type===`CagesRecovered`&&e.store.set({recovered:t})}function ja({store:e,editor:t},{name:n,words:r}){let{document:i,model:a}=e.state;a&&i.method===`cage`&&(e.set({cageSelection:[]}),t.edit(r.startsWith(`made`)?`Make a cage of ${r.replace(/\D+/g,``)} vertices`:`Load the cage ${r.split(`:`)[0]}`,Ri(i,n,a)))}function Ma({store:e,editor:t,posed:n}){let{document:r,pose:i,model:a,rig:o,cageReach:s}=e.state;if(!Pi(r)||n!==r||t.inGesture||!i?.points||!i.base||!a)return;let c=Ei(o,i);if(!c||c.length!==i.base.length)return;let l=(r.slices.cage.frame??0)+1;t.amend(e=>e?`${e} in frame ${l}`:`Edit frame ${l}`,Ii(r,c,i.base,s,Ea*a.diagonal))}function Na(e,t){return 4+e/Math.max(1,t-1)*280}function Pa(e){return e.map((t,n)=>`${Na(n,e.length).toFixed(1)},${(40-t*36).toFixed(1)}`).join(` `)}function Fa(e,t,n){let{studio:r}=e,i=w(`p`,{class:`quiet`}),a=w(`output`,{class:`figure`}),o=w(`input`,{label:`Frames that an edit reaches`,attributes:{type:`range`,min:`1`,step:`1`},on:{input:()=>{Ra(e,o.valueAsNumber)},change:()=>{r.editor.end()}}}),s=T(`svg`,{viewBox:`0 0 288 44`,class:`plot still`,role:`img`,"aria-label":`How far edits reach`}),c=w(`ul`,{class:`handles edits`});return t.push(r.store.watch([`document`,`rig`,`cageReach`,`model`],t=>{let r=t.rig?.cage?.frames??0,{edits:l,frame:u}=t.document.slices.cage,d=Ia(t);i.textContent=La(t),o.max=String(Math.max(2,r)),o.valueAsNumber=d?.reach??t.cageReach,o.disabled=u===null,a.textContent=`reaches ${A(o.valueAsNumber,`frame`,`frames`)}`,s.replaceChildren(...za(r,l,u,d??null,t.cageReach)),j(c,...l.map(r=>Ba(e,r,t,n)))})),w(`div`,{class:`track edits`},w(`div`,{class:`row spread`},w(`span`,{class:`quiet`},`Edits`),a),o,s,i,c)}function Ia({document:{slices:{cage:e}}}){return e.edits.find(({frame:t})=>t===e.frame)}function La(e){let{frame:t}=e.document.slices.cage;return t===null?`Show a frame to edit it.`:Ia(e)?`Pull again to change this edit.`:`Pull the surface or the cage in this frame: frames near it follow.`}function Ra({studio:e},t){let{document:n}=e.store.state,r=Ia({document:n});e.store.set({cageReach:t}),r&&e.editor.gesture(`Spread the edit of frame ${r.frame+1}`,ot(n,`cage`,{edits:n.slices.cage.edits.map(e=>e===r?{...e,reach:t}:e)}))}function za(e,t,n,r,i){let a=t.filter(e=>e!==r).map(t=>T(`polyline`,{class:`line other`,points:Pa(Li(e,t.frame,t.reach))}));if(n===null)return a;let o=Na(n,e).toFixed(1),s=T(`polyline`,{class:r?`line own`:`line next`,points:Pa(Li(e,n,r?.reach??i))});return[T(`line`,{class:`now`,y1:0,y2:44,x1:o,x2:o}),...a,s]}function Ba({studio:e},t,n,r){let{document:i,model:a}=n,{cage:o}=i.slices,s=t.frame===o.frame,c=`frame ${t.frame+1}`,l=0;for(let e=0;e<t.moves.length;e+=3)l=Math.max(l,Math.hypot(t.moves[e],t.moves[e+1],t.moves[e+2]));let u=`${(100*l/(a?.diagonal??1)).toFixed(1)}%`,d=w(`button`,{class:`pick`,title:`Show this frame`,attributes:{type:`button`,"aria-pressed":String(s)},on:{click:()=>{r(t.frame)}}},`Frame ${t.frame+1}`,w(`small`,{class:`quiet figure`,title:`The farthest that a vertex of the cage moves, of the model’s size`},`${u} · ±${t.reach}`)),f=O(`remove`,`Remove the edit of ${c}`,null,()=>{e.editor.edit(`Remove the edit of ${c}`,ot(i,`cage`,{edits:o.edits.filter(e=>e!==t)}))});return w(`li`,{class:s?`on`:``},d,f)}function Va(e,t){let{studio:n}=e,r=w(`p`,{class:`quiet`}),i=k(`Find the cages`,()=>{ka(n)}),a=w(`input`,{label:`Frame`,attributes:{type:`range`,min:`0`,step:`1`,value:`0`},on:{input:()=>{Wa(e,a.valueAsNumber)||(a.value=String(Ua(n.store.state)))},change:()=>{n.editor.end()}}}),o=[new Ga(`Distance from the frame`,`rms`),new Ga(`Change of volume`,`volume`)];for(let t of o)t.element.addEventListener(`pointerdown`,r=>{Wa(e,t.frameAt(r)),n.editor.end()});let s=Fa(e,t,t=>{Wa(e,t),n.editor.end()}),c=w(`div`,{class:`film`},a,...o.map(({element:e})=>e),s),l=z(`Sequence`,r,w(`div`,{class:`row`},i),c);return t.push(n.store.watch([`rig`,`recovered`,`document`,`model`,`progress`],e=>{let t=e.rig?.cage?.frames??0,n=zi(e);l.hidden=t<2,c.hidden=n===null,i.hidden=n!==null,i.disabled=e.progress!==null,r.textContent=n?Ha(e):`The model has ${A(t,`pose`,`poses`)}. Find the cage of each, and scrub through them.`,a.max=String(Math.max(0,t-1));let s=Ua(e);s>=0&&a.valueAsNumber!==s&&(a.value=String(s)),a.classList.toggle(`elsewhere`,s<0);for(let e of o)e.show(n?.[e.name]??[],s)})),l}function Ha(e){let t=Ua(e),n=e.model?.examples??[];return t<0?`The pose is none of the frames. Scrub to go back to them.`:`Frame ${t+1} of ${n.length}: ${n[t]??``}`}function Ua({document:e}){return e.slices.cage.frame??-1}function Wa({studio:e},t){let{document:n}=e.store.state;return Pi(n)&&e.poser.busy?!1:(e.editor.gesture(`Scrub the frames`,ki(n,t)),!0)}var Ga=class{title;name;element;line=T(`polyline`,{class:`line`});zero=T(`line`,{class:`zero`,x1:0,x2:288});now=T(`line`,{class:`now`,y1:0,y2:44});spot=T(`circle`,{class:`spot`,r:3});figure=w(`output`,{class:`figure`});picture=T(`svg`,{viewBox:`0 0 288 44`,class:`plot`,role:`img`});frames=0;constructor(e,t){this.title=e,this.name=t,this.picture.append(this.zero,this.now,this.line,this.spot),this.element=w(`div`,{class:`track ${t}`},w(`div`,{class:`row spread`},w(`span`,{class:`quiet`},e),this.figure),this.picture)}show(e,t){let n=e.filter(e=>e!==null);if(this.frames=e.length,this.element.hidden=n.length===0,n.length===0)return;let r=Math.min(0,...n),i=Math.max(0,...n),a=Math.max(i-r,1e-9),o=e=>40-(e-r)/a*36;this.line.setAttribute(`points`,e.map((e,t)=>e===null?``:`${Na(t,this.frames).toFixed(1)},${o(e).toFixed(1)}`).join(` `));for(let e of[`y1`,`y2`])this.zero.setAttribute(e,o(0).toFixed(1));let s=e.at(t)??null,c=t>=0&&s!==null;for(let e of[this.now,this.spot])e.toggleAttribute(`hidden`,!c);for(let e of[`x1`,`x2`])this.now.setAttribute(e,Na(t,this.frames).toFixed(1));this.spot.setAttribute(`cx`,Na(t,this.frames).toFixed(1)),this.spot.setAttribute(`cy`,o(s??0).toFixed(1)),this.figure.textContent=c?Ka(s):`up to ${Ka(n.reduce((e,t)=>Math.abs(t)>Math.abs(e)?t:e))}`,this.picture.setAttribute(`aria-label`,`${this.title}: ${this.figure.textContent}`)}frameAt(e){let{left:t,width:n}=this.picture.getBoundingClientRect(),r=(e.clientX-t)/n*288;return Math.round(Math.min(1,Math.max(0,(r-4)/280))*(this.frames-1))}};function Ka(e){return`${e.toFixed(2).replace(`-`,`−`)}%`}var qa=60,Ja=8,Ya=500,Xa=[[`harmonic`,`Harmonic`,`Local, along the inside of the cage; takes longest to bind`],[`mean_value`,`Mean value`,`Quick to bind; reaches across gaps between limbs`],[`green`,`Green`,`Keeps details in shape; the mesh may leave the cage a little`]];function Za(e){let t=[];return{element:w(`div`,{class:`sections`},Qa(e,t),z(`Coordinates`,eo(e,t),no(e,t)),to(e,t),Va(e,t),io(e,t),tn(e,t)),dispose:()=>{t.forEach(e=>{e()})}}}function Qa(e,t){let{studio:n}=e,r=w(`p`,{class:`quiet`}),i=w(`input`,{class:`number`,label:`Vertices of the cage`,attributes:{type:`number`,min:String(Ja),max:String(Ya),value:String(qa)}}),a=w(`input`,{attributes:{type:`checkbox`,role:`switch`}});a.checked=!0;let o=k(`Make`,()=>{let e=Number.isFinite(i.valueAsNumber)?Math.round(i.valueAsNumber):qa;i.value=String(Math.min(Ya,Math.max(Ja,e))),Da(n,i.valueAsNumber,a.checked?null:!1)}),s=w(`input`,{label:`Choose a cage`,attributes:{type:`file`,accept:ra.join(`,`)},on:{change:()=>{let e=s.files?.item(0);e&&Oa(n,e),s.value=``}}});s.hidden=!0;let c=k(`Load…`,()=>{s.click()});c.title=`A closed mesh around the model, its normals outward; or drop its file here`;let l=z(`Cage`,r,w(`div`,{class:`row`},w(`span`,{class:`quiet`},`Vertices`),i,o,c,s),w(`label`,{class:`switch`,title:`A cage with a mirror plane, if the mesh has one`},w(`span`,{},`Symmetric, if the mesh is`),a));return l.classList.add(`cage-drop`),$a(l,e=>{Oa(n,e)}),t.push(n.store.watch([`rig`,`progress`,`document`],({rig:e,progress:t,document:n})=>{let i=e&&wf(e)===Cf(n)?e.cage:null;r.textContent=i?`${oo(i.words)}. Drop a mesh here to take it as the cage.`:`The cage is being made.`,o.disabled=c.disabled=t!==null})),l}function $a(e,t){e.addEventListener(`dragover`,t=>{t.preventDefault(),t.stopPropagation(),e.classList.add(`over`)}),e.addEventListener(`dragleave`,()=>{e.classList.remove(`over`)}),e.addEventListener(`drop`,n=>{let r=n.dataTransfer?.files.item(0);n.preventDefault(),n.stopPropagation(),e.classList.remove(`over`),document.getElementById(`studio`)?.classList.remove(`dropping`),r&&t(r)})}function eo(e,t){let{studio:n}=e;return w(`div`,{class:`segments wide`,label:`Coordinates`,attributes:{role:`radiogroup`}},...Xa.map(([e,r,i])=>{let a=w(`button`,{title:i,attributes:{type:`button`,role:`radio`},on:{click:()=>{let{document:t}=n.store.state;t.slices.cage.coordinates!==e&&n.editor.edit(`Take ${r.toLowerCase()} coordinates`,ot(t,`cage`,{coordinates:e}))}}},r);return t.push(n.store.watch([`document`,`progress`],({document:t,progress:n})=>{let r=t.slices.cage.coordinates===e;a.className=r?`on`:``,a.setAttribute(`aria-checked`,String(r)),a.disabled=n!==null&&!r})),a}))}function to(e,t){let{store:n}=e.studio;return z(`Show`,...[[`showCage`,`Cage`],[`showWeights`,`Weight of the selected vertex`]].map(([e,r])=>{let i=w(`input`,{attributes:{type:`checkbox`,role:`switch`},on:{change:()=>{n.set({[e]:i.checked})}}});return t.push(n.watch([e],t=>{i.checked=t[e]})),w(`label`,{class:`switch`},w(`span`,{},r),i)}),nn(e,[[`deformation`,`Stretch`]],t))}function no({studio:{store:e}},t){let n=w(`p`,{class:`doubt`,attributes:{role:`note`}});return t.push(e.watch([`rig`],({rig:e})=>{n.textContent=e?.cage?.doubt??``,n.hidden=n.textContent===``})),n}var ro=[[!0,`Others follow`,`What is dragged is held; the rest of the cage keeps its shape as well as it can`],[!1,`Only these`,`The other vertices stay where they are`]];function io(e,t){let{editor:n,store:r}=e.studio,i=w(`p`,{class:`quiet`}),a=k(`Cage at rest`,()=>{n.edit(`Cage at rest`,{...ot(r.state.document,`cage`,{at:null,frame:null,pins:[]}),weights:null,handles:[]})});a.title=`Back to the shape that was bound, without handles`;let o=k(``,()=>{Yi(e)});return t.push(r.watch([`cageSelection`,`document`,`cageFollow`,`selection`],({cageSelection:e,document:{slices:{cage:t},handles:n},cageFollow:r,selection:s})=>{let c=t.pins.length?` Held with the handles: ${Bi(t.pins.map(({vertex:e})=>e))}.`:``;i.textContent=e.length?`${oo(Bi(e))} selected. Drag, or press G, R or S; Shift-click adds others.${c}`:`Drag a vertex of the cage: ${r?`the others follow`:`the others stay`}. Drag the surface: the cage is found.${c}`;let l=e.length>0&&e.every(e=>t.pins.some(t=>t.vertex===e));o.textContent=l?`Let go (P)`:`Hold (P)`,o.disabled=e.length===0||s.length>0,a.disabled=t.at===null&&t.frame===null&&t.pins.length===0&&n.length===0})),z(`Vertices of the cage`,ao(e,t),i,w(`div`,{class:`row`},o,a))}function ao({studio:{store:e}},t){return w(`div`,{class:`segments wide`,label:`When a vertex of the cage is dragged`,attributes:{role:`radiogroup`}},...ro.map(([n,r,i])=>{let a=w(`button`,{title:i,attributes:{type:`button`,role:`radio`},on:{click:()=>{e.set({cageFollow:n})}}},r);return t.push(e.watch([`cageFollow`],e=>{let t=e.cageFollow===n;a.className=t?`on`:``,a.setAttribute(`aria-checked`,String(t))})),a}))}function oo(e){return e.charAt(0).toUpperCase()+e.slice(1)}var so={settings:{showCage:!0,showWeights:!0,cageFollow:!0,cageReach:8},model:{cageNear:null,recovered:null},selection:{cageSelection:[]}},co=({rig:e})=>(e?.cage?.frames??0)>=2,lo={slices:{cage:Ti},left:e=>({cage:{...e.cage,frame:null}}),state:so,points:{shown:({rig:e,pose:t})=>Ei(e,t),rest:({rig:e})=>e?.cageRest??null,selected:({cageSelection:e})=>e,moved:Oi},numbers:na,wanted:({slices:e})=>({cage:e.cage.cage,coordinates:e.cage.coordinates}),made:e=>e.cage?{cage:e.cage.name,coordinates:e.cage.coordinates}:{},rig:({view:e},t)=>({cage:e,cageRest:Kt(t,`cage`),edges:qt(t,`edges`)}),pose:e=>({base:Kt(e,`base`)}),take:Aa,unfinished:Pi,settle:Ma,paint:`There is nothing to paint: the cage moves the mesh as a whole. Freezing needs MeshIK.`,press:Ki,near:qi,away:({store:e})=>{e.set({cageNear:null})},transform:Ji,pin:Yi,remove:Xi,fenced:{called:`Cage`,select:Zi},unkeyable:({slices:e})=>e.cage.frame===null?null:`A frame of the sequence is shown, which has edits in place of keys. Put the cage at rest first.`,panel:Za,overlay:ta,colours:{follows:[`cageSelection`,`showWeights`],of:e=>zn(e)?.rgb??null},lattice:{follows:[`showCage`,`cageSelection`,`cageNear`],of:ea},exports:[{kind:`cage`,title:`Cage as OBJ`,hint:`the cage in this pose`},{kind:`frames`,title:`Frames as GLB`,hint:`the sequence with its edits`,fits:co},{kind:`cages`,title:`Cages as NPZ`,hint:`the cages of the sequence, for pliant cage reskin`,fits:co}]};function uo(){let e=getComputedStyle(document.documentElement),t=t=>e.getPropertyValue(`--${t}`).trim();return{clay:t(`clay`),ice:t(`ice`),accent:t(`accent`),disc:t(`disc`),line:t(`grid`),shadow:t(`shadow-colour`),wire:t(`wire`),lattice:t(`lattice`),before:t(`ghost-before`),after:t(`ghost-after`),strength:Number(t(`shadow-strength`))}}function fo(e,t){let n=new Int16Array(t).fill(-1),r=new Uint8Array(t);return e.forEach((e,i)=>{for(let a=0;a<t;a++)e[a]<=r[a]||(r[a]=e[a],n[a]=i)}),{owner:n,level:r}}function po({document:e,regions:t,model:n},{face:r,barycentric:i}){if(!n)return null;let a=n.V.length/3,o=i.indexOf(Math.max(...i)),{parts:s}=e.slices.handles,{owner:c}=fo(s.map(({region:e})=>mt(t.get(e)??null,a)),a),l=c[n.F[3*r+o]];return l<0?null:s[l]}var mo=12,ho={verbs:[`Paint`,`Erase`],fades:!0,underHandles:!0,marked({studio:e}){let{state:t}=e.store,n=_o(t.document.slices.handles,t.partSelection);return mt((n&&t.regions.get(n.region))??null,(t.model?.V.length??0)/3)},keep({studio:e},t,n){let{document:r,partSelection:i}=e.store.state,{parts:a}=r.slices.handles,o=_o({parts:a},i);o&&n===null?(e.editor.edit(`Erase ${o.name}`,go(r,a.filter(({id:e})=>e!==o.id))),e.store.set({partSelection:[]})):o&&n!==null?e.editor.edit(t.replace(/a (region|part)/,o.name),go(r,a.map(e=>e.id===o.id?{...e,region:n}:e))):n!==null&&yo({studio:e},vo(a,n))}};function go(e,t){return ot(e,`handles`,{parts:t})}function _o({parts:e},t){return e.find(({id:e})=>e===t[0])??null}function vo(e,t,n){let r=1+e.reduce((e,t)=>Math.max(e,t.id),0),i=new Set(e.map(({colour:e})=>e)),a=Array.from({length:mo},(e,t)=>t).find(e=>!i.has(e));return{id:r,name:n??`Part ${r}`,colour:a??r%mo,region:t,centre:null,parent:null,pinned:!1}}function yo({studio:e},t){let{document:n}=e.store.state;e.editor.edit(`Paint ${t.name}`,go(n,[...n.slices.handles.parts,t])),e.store.set({partSelection:[t.id]})}function bo(e){let t={left:`right`,right:`left`,Left:`Right`,Right:`Left`,L:`R`,R:`L`},n=e.replace(/\b(left|right|Left|Right|L|R)\b/,e=>t[e]);return n===e?`${e}, mirrored`:n}function xo({studio:e,stage:t}){let{document:{slices:{handles:n}},partSelection:r,partner:i,regions:a,model:o}=e.store.state,s=_o(n,r);if(!s||!o)return;if(!i){e.withMirror(()=>{xo({studio:e,stage:t})});return}let c=mt(a.get(s.region)??null,o.V.length/3),l=new Uint8Array(c.length);c.forEach((e,t)=>{e&&i[t]<l.length&&(l[i[t]]=e)});let u=pt(l),d=u.runs.length?e.mark(u):void 0;d===void 0?e.say(`The other side has no vertices of its own, or the server is away.`,!0):yo({studio:e},vo(n.parts,d,bo(s.name)))}var So=.6,Co=.9;function wo({owner:e,level:t},n,r){let i=new Uint8Array(3*e.length);for(let a=0;a<e.length;a++){let o=e[a]<0?void 0:n[e[a]],s=o?o.share*t[a]/255:0;for(let e=0;e<3;e++)i[3*a+e]=Math.round(r[e]+((o?.rgb[e]??0)-r[e])*s)}return i}function To({document:e,model:t,regions:n,partSelection:r,painting:i},a){let{parts:o}=e.slices.handles;if(!t||o.length===0&&!i)return null;let s=t.V.length/3,c=i?r.at(0):void 0,l=o.map(({id:e,region:t})=>i&&e===c?i:mt(n.get(t)??null,s)),u=o.map(({id:e,colour:t})=>({rgb:Tn(wn(t).code),share:r.includes(e)?Co:So}));return i&&!o.some(({id:e})=>e===c)&&(l.push(i),u.push({rgb:Tn(wn(vo(o,``).colour).code),share:Co})),wo(fo(l,s),u,a)}var Eo=null;function Do(e){let{clay:t}=uo(),n=[e.model,e.document.slices.handles.parts,e.regions,e.partSelection,e.painting,t];return Eo?.causes.every((e,t)=>e===n[t])||(Eo={causes:n,rgb:To(e,Tn(t))}),Eo.rgb}function Oo(e,t){return new Map(e.map(({id:n},r)=>[n,{parent:t[2*r]<0?null:e[t[2*r]].id,stiffness:t[2*r+1]}]))}function ko(e,t){return e.size===t.size&&[...e].every(([e,{parent:n,stiffness:r}])=>t.get(e)?.parent===n&&t.get(e)?.stiffness===r)}function Ao(e,t){let n=[];for(let r=e.get(t)?.parent??null;r!==null&&!n.includes(r);r=e.get(r)?.parent??null)n.push(r);return n}function jo(e,t){let n=[t];for(let t of n)for(let[r,{parent:i}]of e)i===t&&!n.includes(r)&&n.push(r);return n}function Mo(e,t){let n=(r,i)=>t.filter(({id:t})=>(e.get(t)?.parent??null)===r).flatMap(e=>[{part:e,depth:i},...n(e.id,i+1)]);return n(null,0)}function No(e,t){return t.filter(n=>!Ao(e,n).some(e=>t.includes(e)))}function Po(e,t,n){let r=[];for(let i of[t,...Ao(e,t)]){if((e.get(i)?.parent??null)===null||n.has(i)&&r.length>0)break;r.push(i)}return r.reverse()}function Fo(e,t,n){let{tree:r}=e,i=No(r,t);if(n.kind!==`move`)return[{...n,parts:i.flatMap(e=>jo(r,e)),links:[]}];let a=i.length>1?i.flatMap(e=>Ao(r,e)).filter((e,t,n)=>n.indexOf(e)!==t):[];return i.map(t=>Io(e,t,new Set([...e.pinned,...a]),n))}function Io({tree:e,centres:t,grip:r},i,a,o){let s=Po(e,i,a);if(s.length===0)return{...o,parts:jo(e,i),links:[]};let c=r(i),l=s.map(n=>({parts:jo(e,n),centre:t.get(n)??c,stiffness:e.get(n)?.stiffness??1}));return{parts:[i],kind:`reach`,vector:n(c,o.vector),amount:1,centre:c,links:l}}var Lo={parts:[],sculptures:[],sculpting:null};function Ro({method:e,slices:t}){let{parts:n,sculptures:r,sculpting:i}=t.handles;return e===`handles`&&(i!==null||n.length>0&&r.length===0)}function zo(e){let t=1+e.reduce((e,{id:t})=>Math.max(e,t),0),n=new Set(e.map(({name:e})=>e)),r=1;for(;n.has(`Pose ${r}`);)r+=1;return{id:t,name:`Pose ${r}`,steps:[]}}function Bo(e,...t){let{sculptures:n,sculpting:r}=e.slices.handles;if(n.some(({id:e})=>e===r))return ot(e,`handles`,{sculptures:n.map(e=>e.id===r?{...e,steps:[...e.steps,...t]}:e)});let i=zo(n);return{...ot(e,`handles`,{sculptures:[...n,{...i,steps:t}],sculpting:i.id}),weights:null}}function Vo({parts:e},t){let n=t.length===1?e.find(({id:e})=>e===t[0]):void 0;return n?n.name:`${t.length} parts`}var Ho=1e-6,Uo=class extends pi{parts;subject;document;limbs;constructor(e,t,n,r,i,a={}){super(e,t,r,i,a),this.parts=n;let{document:o,partsFree:s}=e.studio.store.state;this.document=o,this.subject=Vo(o.slices.handles,n),this.limbs=s||i.ctrlKey?null:Wo(e,n,a.grip)}after(e){let t=this.limbs?Fo(this.limbs,this.parts,e):[{...e,parts:[...this.parts],links:[]}];return Bo(this.document,...t)}};function Wo({studio:e,stage:t},n,r){let{document:i,pose:a,regions:o,model:s}=e.store.state,{parts:u}=i.slices.handles,d=a?.tree??new Map,f=a?.centres??new Map,p=t.positions(),m=No(d,n).length===1,h=e=>{let t=u.find(t=>t.id===e)?.region??``,n=[...mt(o.get(t)??null,(s?.V.length??0)/3).entries()].filter(([,e])=>e>0);return p&&n.length?l(n.map(([e])=>c(p,e))):f.get(e)??[0,0,0]},g=new Map(n.map(e=>[e,m&&r?r:h(e)]));return{tree:d,centres:f,pinned:new Set(u.filter(({pinned:e})=>e).map(({id:e})=>e)),grip:e=>g.get(e)??h(e)}}function Go({studio:e,stage:t}){let{model:n}=e.store.state,r=t.positions();if(!n||!r)return!1;let i=Ho*n.diagonal;return n.V.every((e,t)=>Math.abs(e-r[t])<=i)}function Ko({studio:e}){let{document:t,partSelection:n,pose:r}=e.store.state,i=n.filter(e=>t.slices.handles.parts.some(t=>t.id===e)),a=i.length?r?.centres?.get(i[0]):void 0;return a?{parts:i,pivot:a}:null}function qo(e,t,n,r={}){let{studio:i}=e,{document:a,partSelection:o}=i.store.state;if(o.length===0)i.say(`No part is selected. Click a painted part first.`);else if(a.slices.handles.sculpting===null&&!Go(e))i.say(`This is a mixture of poses. Choose one of them on the shelf, or a new one, and sculpt that.`);else{let a=Ko(e);if(a)return new Uo(e,t,a.parts,a.pivot,n,r);i.say(`The parts are not ready yet. Wait a moment, and try again.`)}return null}function Jo(e,t,n){let{document:r,selection:i,partSelection:a}=e.studio.store.state;if(r.method!==`handles`||!Ro(r)&&(i.length>0||a.length===0))return!1;let o=qo(e,n,t.at);return o&&t.begin(o),!0}function Yo(e,t,n){let{state:r}=e.studio.store;if(!Ro(r.document))return;let i=n&&po(r,n);return i?new Xo(e,i,n,t):null}var Xo=class extends Kn{part;hit;before;constructor(e,t,n,r){super(e,r),this.part=t,this.hit=n;let{store:i}=e.studio,{partSelection:a}=i.state;this.before=a.includes(t.id),r.shiftKey?i.set({partSelection:this.before?a.filter(e=>e!==t.id):[...a,t.id]}):this.before||i.set({partSelection:[t.id]})}begin(){return this.bench.studio.store.state.partSelection.includes(this.part.id)?qo(this.bench,`move`,this.from,{grip:this.hit.at}):null}clicked(){this.before&&!this.from.shiftKey&&this.bench.studio.store.set({partSelection:[this.part.id]})}},Zo=class{bench;picture;yields;gesture=null;off=new AbortController;constructor(e,t,n=()=>!1){this.bench=e,this.picture=t,this.yields=n,t.addEventListener(`wheel`,e=>{this.pass(e,new WheelEvent(`wheel`,e))},{passive:!1})}get running(){return this.gesture!==null}begin(e,t,n){if(this.gesture)return;if(e.button!==0||e.altKey||this.yields(this.at(e))){this.pass(e,new PointerEvent(`pointerdown`,e));return}if(e.preventDefault(),this.bench.stage.canvas.focus({preventScroll:!0}),this.gesture=n(this.at(e)),!this.gesture)return;t.setPointerCapture(e.pointerId),t.classList.add(`active`),this.picture.classList.add(`dragging`),this.picture.classList.remove(`asleep`),this.off=new AbortController;let r={signal:this.off.signal};t.addEventListener(`pointermove`,e=>{this.gesture?.move(this.at(e))},r),t.addEventListener(`pointerup`,()=>{this.end(t,!0)},r),t.addEventListener(`pointercancel`,()=>{this.end(t,!1)},r),window.addEventListener(`keydown`,e=>{e.preventDefault(),e.stopImmediatePropagation(),e.key===`Escape`&&this.end(t,!1)},{...r,capture:!0})}end(e,t){let{gesture:n}=this;this.gesture=null,this.off.abort(),e.classList.remove(`active`),this.picture.classList.remove(`dragging`),t?n?.finish():n?.cancel()}at(e){let{left:t,top:n}=this.bench.stage.canvas.getBoundingClientRect();return{x:e.clientX-t,y:e.clientY-n,pane:0,shiftKey:e.shiftKey,ctrlKey:e.ctrlKey||e.metaKey}}pass(e,t){e.preventDefault(),this.bench.stage.canvas.dispatchEvent(t)}},Qo=64,$o=.3,es=[`X`,`Y`,`Z`];function ts(e,t){let{x:n,y:r}=f(e,t);return i(m(e,n,r).direction,-1)}function ns(e){let t=es.indexOf(e);return[Qr[es[(t+1)%3]],Qr[es[(t+2)%3]]]}function rs(e,t,r,o){let[s,c]=ns(r),l=ts(e,t),u=Array.from({length:65},(r,u)=>{let d=2*Math.PI*u/Qo,p=n(i(s,Math.cos(d)),i(c,Math.sin(d)));return{seen:f(e,n(t,i(p,o))),front:a(p,l)>=-.001}}),d=[],p=[];for(let e=0;e<Qo;e++){let[t,n]=[u[e],u[e+1]],r=t.front&&n.front?d:p,i=r.at(-1);i?.at(-1)===t.seen?i.push(n.seen):r.push([t.seen,n.seen])}return{near:d,far:p}}function is(e,t,c,l){let u=ts(e,t),d=Qr[c];if(Math.abs(a(d,u))>=$o)return(n,r)=>{let i=as(e,t,c,r)-as(e,t,c,n);return Number.isFinite(i)?Math.atan2(Math.sin(i),Math.cos(i)):0};let p=s(d,u),h=.001*o(r(m(e,0,0).origin,t)),g=f(e,t),_=f(e,n(t,i(p,h/o(p)))),v=Math.hypot(_.x-g.x,_.y-g.y);return(e,t)=>((t.x-e.x)*(_.x-g.x)+(t.y-e.y)*(_.y-g.y))/(v*l)}function as(e,t,o,{x:s,y:c}){let{origin:l,direction:u}=m(e,s,c),d=a(Qr[o],u),f=a(Qr[o],r(t,l))/d;if(!(f>0))return NaN;let p=r(n(l,i(u,f)),t),[h,g]=ns(o);return Math.atan2(a(p,g),a(p,h))}var os=78,ss=14,cs=26,ls=24,us=.2,ds=[`X`,`Y`,`Z`],fs=class{name;begin;element;constructor(e,t,n){this.name=e,this.begin=n,this.element=T(`g`,{class:`grip ${t}`,role:`img`,"aria-label":e});let r=T(`title`,{});r.textContent=e,this.element.append(r)}},ps=class extends fs{axis;lines=[T(`path`,{class:`reach`}),T(`path`,{class:`halo`}),T(`path`,{class:`stroke`})];tip=T(`path`,{class:`tip`,d:`M7 0L-5 5V-5Z`});constructor(e,t){super(`Move along ${e}`,e.toLowerCase(),t),this.axis=e,this.element.append(...this.lines,this.tip)}place(e,t){let r=f(e,t),a=f(e,n(t,i(Qr[this.axis],os*S(e,t)))),o=a.x-r.x,s=a.y-r.y,c=Math.hypot(o,s);this.element.toggleAttribute(`hidden`,c<cs);let l=vs([{x:r.x+o*ss/c,y:r.y+s*ss/c},a]);for(let e of this.lines)e.setAttribute(`d`,l);this.tip.setAttribute(`transform`,`translate(${a.x.toFixed(2)} ${a.y.toFixed(2)}) rotate(${(Math.atan2(s,o)*180/Math.PI).toFixed(2)})`)}},ms=class extends fs{axis;lines={reach:T(`path`,{class:`reach`}),far:T(`path`,{class:`stroke far`}),halo:T(`path`,{class:`halo`}),near:T(`path`,{class:`stroke`})};constructor(e,t){super(`Turn about ${e}`,e.toLowerCase(),t),this.axis=e,this.element.append(...Object.values(this.lines))}place(e,t){let{near:n,far:r}=rs(e,t,this.axis,58*S(e,t)),i=n.map(vs).join(``),a=r.map(vs).join(``);this.lines.reach.setAttribute(`d`,i+a),this.lines.far.setAttribute(`d`,a),this.lines.halo.setAttribute(`d`,i),this.lines.near.setAttribute(`d`,i)}},hs=class extends fs{across;shape=T(`path`,{class:`square`});constructor(e,t){super(`Move across ${e}`,e.toLowerCase(),t),this.across=e,this.element.append(this.shape)}place(e,t){let[r,o]=ds.filter(e=>e!==this.across),s=S(e,t),c=(a,c)=>f(e,n(t,n(i(Qr[r],a*s),i(Qr[o],c*s)))),l=[c(ls,ls),c(38,ls),c(38,38),c(ls,38)];this.element.toggleAttribute(`hidden`,Math.abs(a(Qr[this.across],ts(e,t)))<us),this.shape.setAttribute(`d`,`${vs(l)}Z`)}},gs=class extends fs{constructor(e){super(`Move freely`,`free`,e),this.element.append(T(`circle`,{class:`knob`,r:7}))}place(e,t){ys(this.element,f(e,t))}};function _s(e,{label:t,parts:n,middle:r,slices:i,yields:a}){let{studio:o,stage:s}=e,c=T(`svg`,{class:`gizmo`,role:`group`,"aria-label":t});c.append(...n.map(e=>e.element));let l=new Zo(e,c,a);for(let t of n)t.element.addEventListener(`pointerdown`,n=>{let i=r();i&&l.begin(n,t.element,n=>t.begin(e,n,i))});let u=e=>{let t=r(),i=t!==void 0&&Math.abs(f(e,t).depth)<1;if(c.toggleAttribute(`hidden`,!i),c.classList.toggle(`asleep`,o.store.state.gesture!==null&&!l.running),i)for(let r of n)r.place(e,t)};return s.onFrame(u),o.store.watch([...i,`gesture`],()=>{u(s.lens)}),c}function vs(e){return e.map(({x:e,y:t},n)=>`${n?`L`:`M`}${e.toFixed(2)} ${t.toFixed(2)}`).join(``)}function ys(e,{x:t,y:n}){e.setAttribute(`transform`,`translate(${t.toFixed(2)} ${n.toFixed(2)})`)}var bs=66,xs=class extends fs{resting;constructor(e){super(`Centre: drag to move what the part turns about`,`centre`,(t,n,r)=>e()?new Ss(t,t.studio.store.state.partSelection[0],r,n):(t.studio.say(`A centre belongs to the rest pose. Show the rest pose, then move it.`),null)),this.resting=e;let t=T(`text`,{x:12,dy:`0.35em`});t.textContent=`Centre`,this.element.append(T(`circle`,{r:6.5}),T(`path`,{d:`M-2.5 0H2.500M0-2.500V2.500`}),t)}place(e,t){let{x:n,y:r}=f(e,t);ys(this.element,{x:n+bs,y:r+bs}),this.element.classList.toggle(`away`,!this.resting())}},Ss=class{bench;id;start;from;parts;constructor(e,t,n,r){this.bench=e,this.id=t,this.start=n,this.from=r,this.parts=e.studio.store.state.document.slices.handles.parts}move(e){let{studio:t,stage:n}=this.bench,r=h(n.lens,this.start,e.x-this.from.x,e.y-this.from.y),i=this.parts.map(e=>e.id===this.id?{...e,centre:r}:e),a=this.parts.find(e=>e.id===this.id)?.name??``;t.editor.gesture(`Move the centre of ${a}`,go(t.store.state.document,i)),t.store.set({gesture:`Centre of ${a} · Esc: cancel`})}finish(){this.bench.studio.editor.end(),this.bench.studio.store.set({gesture:null})}cancel(){this.bench.studio.editor.drop(),this.bench.studio.store.set({gesture:null})}};function Cs(e){let{studio:t}=e,n=ws(()=>t.store.state.pose,()=>Go(e));return _s(e,{label:`Move and turn the selected part`,parts:[...ds.map(t=>new ms(t,(n,r,i)=>qo(e,`turn`,r,{typed:{...Zr,axis:t},turned:is(e.stage.lens,i,t,58)}))),...ds.map(t=>new ps(t,(n,r)=>qo(e,`move`,r,{typed:{...Zr,axis:t}}))),new xs(n),new gs((t,n)=>qo(e,`move`,n))],middle:()=>{let{document:r,partSelection:i,selection:a,tool:o,rig:s}=t.store.state;return r.method===`handles`&&s?.method===`handles`&&o===`pose`&&i.length>0&&(Ro(r)||a.length===0&&n())?Ko(e)?.pivot:void 0},slices:[`document`,`partSelection`,`selection`,`tool`,`rig`,`pose`]})}function ws(e,t){let n=null;return()=>{let r=e();return n?.cause!==r&&(n={cause:r,made:t()}),n.made}}var Ts={ArrowLeft:-1,ArrowRight:1,ArrowUp:-6,ArrowDown:6};function Es(e,t,n){let{name:r,code:i}=wn(t),a=w(`button`,{class:`swatch-button`,label:`Colour of ${e}: ${r}`,title:`Colour: ${r}`,attributes:{type:`button`,"aria-haspopup":`menu`,"aria-expanded":`false`}});a.style.setProperty(`--hue`,i);let o=w(`div`,{class:`palette`,label:`Colour of ${e}`,attributes:{role:`menu`}});o.hidden=!0;let s=e=>{o.hidden=!e,a.setAttribute(`aria-expanded`,String(e)),e&&(o.scrollIntoView({block:`nearest`}),o.querySelector(`[aria-checked=true]`)?.focus())};o.append(...Cn.map((e,r)=>Ds(r,wn(r)===wn(t),()=>{s(!1),a.focus(),wn(r)!==wn(t)&&n(r)}))),a.addEventListener(`click`,()=>{s(o.hidden===!0)});let c=w(`div`,{class:`holder swatch-holder`},a,o);return c.addEventListener(`focusout`,e=>{c.contains(e.relatedTarget)||s(!1)}),c.addEventListener(`keydown`,e=>{!o.hidden&&(e.key===`Escape`||e.key in Ts)&&(e.preventDefault(),e.stopPropagation(),e.key===`Escape`?(s(!1),a.focus()):Os(o,Ts[e.key]))}),c}function Ds(e,t,n){let{name:r,code:i}=Cn[e],a=w(`button`,{label:r,title:r,attributes:{type:`button`,role:`menuitemradio`,"aria-checked":String(t),tabindex:t?`0`:`-1`},on:{click:n}});return a.style.setProperty(`--hue`,i),a}function Os(e,t){let n=[...e.children],r=n.indexOf(document.activeElement)+t,i=r<0?void 0:n.at(r);i instanceof HTMLElement&&i.focus()}function ks(e,t,n){return`${Ne(e,t)}/${n}`}function As(e){let t=new Map;for(let n of e){let e=n.lastIndexOf(`/`),r=n.slice(0,e);t.set(r,[...t.get(r)??[],Number(n.slice(e+1))])}return t}function js(e,t,n){let r=As(t);return Je(e,new Set(r.keys()),(e,t,i)=>Ke(i,t.map(t=>n(e,t,r.get(Ne(e,t.at))))))}function Ms(e,t,n){return js(e,t,(e,t,r)=>r.reduce((r,i)=>ye(e,r,i,ve(e,t)[i]+n),t))}function Ns(e,t,n){return js(e,t,(e,t,r)=>r.reduce((t,r)=>ye(e,t,r,n),t))}function Ps(e,t,n){let r=As(t),i=e.rows.map(e=>{let t=e.keys.map(t=>r.get(Ne(e,t.at))??[]);if(t.every(e=>e.length===0))return e;let i=e.keys.map((e,n)=>({...e,ease:e.ease!==`step`&&(t[n].length>0||t.at(n+1)?.length)?`bezier`:e.ease})).map((r,i)=>({...r,tangents:Fs(e,i).map((e,r)=>t[i].includes(r)?n:e)}));return xe({...e,keys:i})});return{...e,rows:i}}function Fs(e,t){let{tangents:n,ease:r}=e.keys[t],i=e.keys.at(t-1)?.ease,a=r===`linear`&&(t===0||i===`linear`)?`linear`:`auto`;return ve(e,e.keys[t]).map((e,t)=>n.at(t)??a)}function Is(e,t,n,r,i){return js(e,[t],(e,t,[a])=>{let o=ve(e,t).length,s=be(e,a)[e.keys.indexOf(t)],c=r[1]/r[0],l=n===`left`?s.right:s.left,u=i&&Number.isFinite(c)?[l[0],l[0]*c]:l,[d,f]=n===`left`?[r,u]:[u,r],p=[...t.handles];p.splice(4*a,4,...d,...f);let m=Array.from({length:o},(e,n)=>n===a?`free`:t.tangents.at(n)??`auto`);return{...t,handles:p,tangents:m}})}function Ls(e,t){let n=new Set(t),r=Math.min(...et(e,t).map(({at:e})=>e));return e.rows.map(e=>({row:Me(e),keys:e.keys.filter(({at:t})=>n.has(Ne(e,t))).map(e=>({...e,at:e.at-r}))})).filter(({keys:e})=>e.length)}function Rs(e,t,n){let r=[],i=e.rows.map(e=>{let i=t.find(t=>t.row===Me(e)&&t.keys[0].targets.length===e.keys[0].targets.length);if(!i)return e;let a=i.keys.map(e=>({...e,at:e.at+n}));return r.push(...a.map(({at:t})=>Ne(e,t))),xe({...e,keys:Ke(e.keys,a)})});return{timeline:{...e,rows:i,last:Math.max(e.last,...r.map(e=>Number(e.split(`@`).at(-1))))},spots:r}}function zs(e,t){let n=[],r=et(e,t).map(({at:e})=>e),i=Math.max(...r)-Math.min(...r);if(!(i>0))return{timeline:e,spots:[...t]};let a=Je(e,new Set(t),(e,t,r)=>{let a=t[0],o=t[t.length-1],s=t.map(e=>({...e,at:e.at+i,targets:e.targets.map((e,t)=>e+o.targets[t]-a.targets[t])}));return n.push(...s.map(({at:t})=>Ne(e,t))),Ke([...r,...t],s)});return{timeline:{...a,last:Math.max(a.last,Math.max(...r)+i)},spots:n}}function Bs(e,t){return{...e,rows:e.rows.map(e=>{if(!t.includes(Me(e))||!He(e))return e;let{targets:n,weight:r}=e.keys[0],i=e.keys.length-1;return xe({...e,keys:e.keys.map((e,t)=>t===i?{...e,targets:n,weight:r}:e)})})}}function Vs(e){let t=e.keys[0],n=e.keys[e.keys.length-1];return He(e)&&(t.weight!==n.weight||t.targets.some((e,t)=>e!==n.targets[t]))}function Hs(e,t,n){return{...e,rows:e.rows.map(e=>Me(e)===t?{...e,name:n}:e)}}function Us(e){return e.length===1?`a key`:`${e.length} keys`}function Ws({studio:e}){let{keySelection:t,document:n}=e.store.state;t.length===0?e.say(`No key is selected. Click one in the timeline first.`):(e.store.set({keyCopies:Ls(n.timeline,t)}),e.say(`Copied ${Us(t)}. Ctrl-V pastes at the frame that is shown.`))}function Gs({studio:e}){let{keyCopies:t,document:n}=e.store.state;if(t.length===0){e.say(`No key was copied yet. Select some, and press Ctrl-C.`);return}let{timeline:r,spots:i}=Rs(n.timeline,t,e.motion.shownFrame);i.length===0?e.say(`The rows of the copied keys are gone.`):qs(e,`Paste ${Us(i)}`,r,i)}function Ks({studio:e}){let{keySelection:t,document:n}=e.store.state,{timeline:r,spots:i}=zs(n.timeline,t);r===n.timeline?e.say(`Select the keys of a cycle, from its first to its last.`):qs(e,`Copy a cycle`,r,i)}function qs({editor:e,store:t},n,r,i){e.edit(n,{timeline:r}),t.set({keySelection:i,graphPoints:[]})}function Js(e,t){let{store:n,editor:r}=e,{autoKey:i,clip:a,document:o,told:s}=n.state;if(!i||a||!t||t.after.timeline||B(o.method).unkeyable?.(o))return;let c=Zs(t),l=Ys(e,t,c);if(!l)return;e.timeline=l,r.amend(e=>e,{timeline:l});let u=o.handles.filter(({id:e})=>c.includes(e)).map(({id:e,target:t})=>[e,t]);n.set({timelineOpen:!0,told:new Map([...s,...u])})}function Ys({store:{state:e}},{after:t},n){let{document:r}=e,i=jf(r.method),a=t.weights?i?.of(e):null;return i&&a&&!Xs(r)?Le(r,i.kind,a,i.title):n.length&&!Mf(r)?Ie(r,n):null}function Xs({timeline:e}){return e.rows.some(({numbers:e})=>e===null)}function Zs({before:e,after:t}){let n=new Map(e.handles?.map(({id:e,target:t})=>[e,t]));return(t.handles??[]).filter(({id:e,target:t})=>n.get(e)?.some((e,n)=>e!==t[n])).map(({id:e})=>e)}var Qs=1e-6;function $s(e){return e===1?`a key`:`${e} keys`}function ec({studio:e}){let{store:t,editor:n,motion:r}=e;r.playback.stop();let{document:i,pose:a,model:o,selection:s,told:c,clip:l}=t.state;if(!o||l)return;let u=B(i.method).unkeyable?.(i)??null;if(u!==null){e.say(u);return}let d=jf(i.method),f=d?.of(t.state);if(d&&f&&!Xs(i)){let r=Le(i,d.kind,f,d.title);e.timeline=r,n.edit(`Key the ${d.title.toLowerCase()} at frame ${i.frame}`,{...d.put(i,[...f]),timeline:r}),t.set({timelineOpen:!0});return}let p=Mf(i);if(p){e.say(`This timeline keys "${p.name}", and handles do not pull beside it. Remove its keys to key handles.`);return}if(i.handles.length===0){e.say(`There is no handle to key. Click on the surface to place one.`);return}let m=bt(i,a?.reached??null),h={...i,handles:m},g=qe(h,s,c,e=>ft(e,o.V,o.F),Qs*o.diagonal),_=Ie(h,g);e.timeline=_;let v=g.length===1?`handle ${g[0]}`:`${g.length} handles`;n.edit(`Key ${v} at frame ${i.frame}`,{timeline:_,handles:m,weights:null}),t.set({timelineOpen:!0,told:new Map([...c,...m.filter(({id:e})=>g.includes(e)).map(({id:e,target:t})=>[e,t])])})}function tc({studio:{store:e,editor:t}}){let{keySelection:n,document:r}=e.state;return n.length!==0&&(t.edit(`Remove ${$s(n.length)}`,{timeline:Ye(r.timeline,n)}),e.set({keySelection:[]}),!0)}function nc({studio:{store:e,editor:t}},n){let{keySelection:r,document:i}=e.state;t.edit(`Ease ${$s(r.length)}: ${n}`,{timeline:Ze(i.timeline,r,{ease:n})})}function rc({studio:{store:e,editor:t}},n){let{keySelection:r,document:i}=e.state;t.gesture(`Weigh ${$s(r.length)}`,{timeline:Ze(i.timeline,r,{weight:n})})}function ic({studio:{store:e,editor:t}},n){let{keySelection:r,document:i}=e.state;t.edit(`Beyond the keys: ${Object.values(n).join()}`,{timeline:Qe(i.timeline,r,n)})}function ac({studio:{store:e,editor:t}},n,r,i=!1){let{document:a}=e.state,o={...a.timeline,...r},s=Math.min(o.last,Math.max(o.first,a.frame));i?t.gesture(n,{timeline:o,frame:s}):t.edit(n,{timeline:o,frame:s})}function oc({studio:{motion:e}},t){e.playback.stop(),e.goTo(e.shownFrame+t)}function sc({studio:{store:e,motion:t}},n){t.playback.stop();let r=nt(e.state.document.timeline),i=t.shownFrame,a=n>0?r.find(e=>e>i):r.findLast(e=>e<i);a!==void 0&&t.goTo(a)}function cc({studio:{motion:e}},t){e.playback.stop(),e.goTo(t?e.range.last:e.range.first)}function lc({studio:{store:e,editor:t}},n,r){let{timeline:i}=e.state.document,a=i.rows.find(e=>Me(e)===n);a&&r&&r!==a.name&&t.edit(`Rename ${a.name} to ${r}`,{timeline:Hs(i,n,r)})}function uc(e,t){return t.every(t=>e.includes(t))?e.filter(e=>!t.includes(e)):[...new Set([...e,...t])]}function dc({keys:e,words:t},n){return n[t]??e}function fc(e,t,n){let r=e.filter(e=>dc(e,t).includes(n));return r.find(({words:e})=>e in t)??r[0]}function pc(e,t,n){let r=dc(n,t);return e.filter(e=>e.words!==n.words&&(e.words in t||n.words in t)&&dc(e,t).some(e=>r.includes(e))).map(({words:e})=>e)}function mc(e,{keys:t,words:n},r){let i=Object.fromEntries(Object.entries(e).filter(([e])=>e!==n));return r===null||t.length===1&&t[0]===r?i:{...i,[n]:[r]}}function hc(e){try{let t=JSON.parse(e??`{}`);return typeof t!=`object`||!t?{}:Object.fromEntries(Object.entries(t).filter(e=>Array.isArray(e[1])&&e[1].every(e=>typeof e==`string`)))}catch{return{}}}function gc(e){let t=e.key.length===1?e.key.toLowerCase():e.key,n=e.shiftKey&&(e.key.length>1||/[a-z]/i.test(e.key));return`${e.ctrlKey||e.metaKey?`Ctrl+`:``}${e.altKey?`Alt+`:``}${n?`Shift+`:``}${t}`}var _c={Escape:`Esc`," ":`Space`,ArrowLeft:`←`,ArrowRight:`→`,ArrowUp:`↑`,ArrowDown:`↓`};function vc(e){let t=/^((?:Ctrl\+)?(?:Alt\+)?(?:Shift\+)?)(.*)$/s.exec(e[0]??``),n=_c[t[2]]??(t[2].length===1?t[2].toUpperCase():t[2]);return t[1].replaceAll(`+`,`-`)+n}function yc(e,t){let n=e.toLowerCase(),r=0;for(let e of t.toLowerCase().split(/\s+/).filter(Boolean)){let t=n.indexOf(e);if(t<0)return null;let i=RegExp(`\\b${e.replace(/[^a-z0-9]/g,`\\$&`)}`).exec(n)?.index;r+=i??n.length+t}return r}var bc=new Set([`text`,`number`,`search`]);function xc(e,t){let{store:n}=e.studio,r=null,i=({target:e})=>{r=e instanceof Element&&e.matches(`:focus-visible`)?e:null},a=i=>{let{keymap:a}=n.state,o=gc(i),s=fc(Xl.filter(e=>Il(e,n.state)),a,o)??fc(Xl,a,o);if(i.defaultPrevented||Cc(i)&&!s?.anywhere||wc(i,r))return;if(t.busy){t.key(i.key)&&i.preventDefault();return}let c=s!==void 0&&Il(s,n.state);!s||s.native||!c&&n.state.model===null||(i.preventDefault(),c&&s.run(e,t))};return window.addEventListener(`keydown`,a),window.addEventListener(`focusin`,i),()=>{window.removeEventListener(`keydown`,a),window.removeEventListener(`focusin`,i)}}function Sc(e){return e instanceof HTMLInputElement&&bc.has(e.type)}function Cc({key:e,target:t}){return Sc(t)&&(e!==` `||t.type!==`number`)}function wc({key:e,target:t},n){return t instanceof Element?e===` `?t===n&&t.matches(`button, select, summary, input[type="checkbox"]`):/^(Arrow|Home$|End$)/.test(e)&&(t.matches(`select, input`)||t===n&&t.matches(`button, [role="slider"]`)):!1}var Tc=`pliant pose`,Ec=8192;function Dc({name:e,stance:{rig:t,handles:n,weights:r,points:i},V:a}){return JSON.stringify({format:Tc,version:1,name:e,vertices:a.length/3,rig:t,handles:n,weights:r,points:i,positions:Nc(a)})}function Oc(e,t){let n=kc(e);if(n?.format!==Tc)return null;let r=t.V.length/3;if(n.vertices!==r)return`This pose is of a mesh with ${Number(n.vertices).toLocaleString(`en-US`)} vertices; the model has ${r.toLocaleString(`en-US`)}. Open the model that it belongs to.`;let i=typeof n.positions==`string`?Pc(n.positions):null;if(i?.length!==t.V.length||!i.every(Number.isFinite))return`The positions of this pose are damaged. Copy it again.`;let{name:a,rig:o,handles:s,weights:c,points:l}=n,u=Array.isArray(s)?s.flatMap(e=>Ac(e,t.F.length/3)??[]):[],d={rig:typeof o==`string`?o.slice(0,1e3):``,handles:u.map((e,t)=>({...e,id:t+1})),weights:Mc(c),points:Mc(l)??[]};return{name:typeof a==`string`&&a?a.slice(0,80):`Pose`,stance:d,V:i}}function kc(e){try{let t=JSON.parse(e);return typeof t==`object`?t:null}catch{return null}}function Ac(e,t){let{face:n,barycentric:r,target:i,pinned:a,weight:o,slide:s,turn:c}=e??{},l=jc(r),u=jc(i);if(!Number.isInteger(n)||Number(n)<0||Number(n)>=t||!l||!u)return null;let{on:d,vector:f}=s??{},p=jc(f);return{...ne,face:Number(n),barycentric:l,target:u,pinned:a===!0,group:null,turn:jc(c),weight:typeof o==`number`&&o>0&&o<=1?o:1,slide:p&&(d===`plane`||d===`line`)?{on:d,vector:p}:null}}function jc(e){let t=Mc(e);return t?.length===3?t:null}function Mc(e){return Array.isArray(e)&&e.every(e=>typeof e==`number`&&Number.isFinite(e))?e:null}function Nc(e){let t=new Uint8Array(e.buffer,e.byteOffset,e.byteLength),n=``;for(let e=0;e<t.length;e+=Ec)n+=String.fromCharCode(...t.subarray(e,e+Ec));return btoa(n)}function Pc(e){try{let t=Uint8Array.from(atob(e),e=>e.charCodeAt(0));return t.length%12?null:new Float32Array(t.buffer)}catch{return null}}var Fc=50,Ic=`The points that carry the model are not symmetric, so that this pose cannot be mirrored.`;function Lc({studio:e,stage:t}){let{state:n}=e.store,r=t.positions();return n.model&&r&&n.rig&&!n.clip?{state:{...n,model:n.model},V:Float32Array.from(r)}:null}function Rc({state:e}){let{document:t,pose:n,rig:r}=e,i=Array.from(B(t.method).points?.shown(e)??[]),a=bt(t,n?.reached??null,r?.pins);return{rig:Cf(t),handles:a,weights:i.length?[]:t.weights,points:i}}function zc({state:e,V:t},{stance:n,shape:r},i){let{model:a,pose:o,selection:s,poseScope:c}=e,l={...e.document,slices:Of(e.document.slices)},u=c===`whole`,d=n.rig===Cf(l),{slices:f}=l,p=bt(e.document,o?.reached??null,e.rig?.pins),m=B(l.method).points,h=m?.shown(e);if(m&&h&&d&&h.length===n.points.length&&(u||m.selected(e).length))return m.moved(l,Or(h,n.points,i,u?null:new Set(m.selected(e))));if(!u)return{slices:f,weights:null,handles:Tr(p,new Set(s),r,i)};let g=Vc(e,d?n.weights:null,i);if(g)return{slices:f,weights:g,handles:i===1?Dr(l,n.handles,r,a):l.handles};let _=d&&!n.weights?n.handles:Er(Bc(n.handles,p,[...a.start.handles,...a.start.suggested]),r);return{slices:f,weights:null,handles:i===1?Dr({...l,handles:p},_,r,a):Tr(Cr(p,Er(_,br(a,t)),a),null,r,i)}}function Bc(...e){return e.find(e=>e.length)??[]}function Vc({document:e,pose:t},n,r){if(!n?.length||n.length!==t?.weights.length)return null;let i=e.weights??(e.handles.length?null:t.weights);return r===1?[...n]:i&&Or(i,n,r)}function Hc({studio:e},t,n,r=!1){let{document:i}=e.store.state,a={...n,...Uc(i,n)};a.timeline&&(e.timeline=a.timeline),e.motion.playback.stop(),r?e.editor.gesture(t,a):e.editor.edit(t,a),e.store.set({dragged:!0})}function Uc(e,{handles:t}){let n=(t??[]).map(({id:e})=>e).filter(t=>Pe(e.timeline,t)?.keys.some(({at:t})=>t===e.frame));return t&&n.length?{timeline:Ie({...e,handles:t},n)}:{}}function Wc({studio:e}){let{state:t}=e.store;return t.poseScope===`whole`||t.selection.length||B(t.document.method).points?.selected(t).length?!0:(e.say(`Nothing is selected. Click a handle first, or take whole poses.`),!1)}function Gc(e,t){let n=Lc(e);n&&Wc(e)&&Hc(e,`Take ${t.name}`,zc(n,t,1))}function Kc(e,t,n,r){Wc(e)&&Hc(e,`Blend to ${n.name}`,zc(t,n,r),!0)}function qc({state:e}){let{model:t,document:n}=e,r=br(t,t.V),i=Array.from(B(n.method).points?.rest(e)??[]);return{name:`rest`,shape:r,stance:{rig:Cf(n),handles:Er(n.handles,r),weights:null,points:i}}}function Jc(e){let t=Lc(e);t&&Gc(e,qc(t))}function Yc(e,t,n){let{studio:r}=e;r.withShape(`example ${t}`,e=>{let{model:i,rig:a,document:o}=r.store.state;if(!i)return;let s=br(i,e),c=Xt(i,a),l=B(o.method).blends&&c.includes(t)?Yt(c.length,c.indexOf(t)):null;n({name:i.examples[t],shape:s,stance:{rig:Cf(o),handles:Er(o.handles,s),weights:l,points:[]}})},t)}function Xc({studio:e},t,n){e.withShape(t.shape,r=>{let{model:i}=e.store.state;i&&n({name:t.name,shape:br(i,r),stance:t})})}function Zc(e){let{studio:t}=e;if(t.poser.busy){setTimeout(()=>{Zc(e)},Fc);return}let n=Lc(e);if(!n)return;let r=Rc(n);t.keepShape({},n=>{Qc(e,`Keep`,{...r,name:Ar(t.store.state.document.poses),shape:n})})}function Qc({studio:e},t,n){e.editor.edit(`${t} ${n.name}`,{poses:jr(e.store.state.document.poses,n)})}function $c({studio:e},t,n){let{poses:r}=e.store.state.document;n&&n!==t.name&&e.editor.edit(`Name ${n}`,{poses:r.map(e=>e.id===t.id?{...e,name:n}:e)})}function el({studio:e},t){e.editor.edit(`Remove ${t.name}`,{poses:e.store.state.document.poses.filter(({id:e})=>e!==t.id)})}function tl(e,t){let{studio:n}=e;n.withMirror(r=>{let{state:i}=n.store,a=nl(i,t,r);a?n.keepShape({of:t.shape,mirrored:!0},n=>{Qc(e,`Keep`,{...a,name:`${t.name}, mirrored`,shape:n})}):n.say(Ic)})}function nl(e,t,n){let r=t.points.length?rl(e,t.points,n):[];return r&&{rig:t.rig,handles:t.handles.flatMap(e=>n.handle(e)??[]),weights:t.points.length?t.weights:null,points:r}}function rl(e,t,n){let r=B(e.document.method).points?.rest(e);return r?.length===t.length?cr(n,r,t,e.model?.diagonal??0):null}function il(e,t){let{studio:n}=e;n.withMirror(r=>{let i=Lc(e);if(!i)return;let a=t===null?`Flip the pose`:`Mirror from ${t} to ${t===`left`?`right`:`left`}`,o=al(i,r,t);o?Hc(e,a,o):n.say(Ic)})}function al({state:e,V:t},n,r){let{model:i,pose:a,rig:o}=e,s={...e.document,slices:Of(e.document.slices)},l=r===null?0:ol(i,n,r),u=B(s.method).points,d=u?.shown(e),f=u?.rest(e);if(u&&d&&f){let t=rl(e,d,n),r=new Set(Array.from({length:f.length/3},(e,t)=>t).filter(e=>l===0||n.side(c(f,e))===-l));return t&&u.moved(s,Or(d,t,1,r))}let p=br(i,t),m=bt(e.document,a?.reached??null,o?.pins),h=m.length?m:Er([...i.start.handles,...i.start.suggested],p),g=e=>n.side(br(i,i.V).place(e)),_=wr(h,h.filter(e=>l===0||g(e)===l),n,i,p),v=new Set(_.filter(e=>l===0||g(e)===-l).map(({id:e})=>e));return{slices:s.slices,weights:null,handles:Tr(_,v,xr(p,n),1)}}function ol({start:{up:e,azimuth:t}},n,r){let[i,o]=[Math.sin(t),Math.cos(t)],c=e===`y`?[i,0,o]:[i,-o,0],l=s(e===`y`?[0,1,0]:[0,0,1],c);return a(n.plane.normal,l)>=0==(r===`left`)?1:-1}function sl(e){let t=Lc(e);return t&&Dc({name:t.state.model.name,stance:Rc(t),V:t.V})}function cl({studio:e},t){e.withShape(t.shape,e=>{let n=document.createElement(`a`);n.href=URL.createObjectURL(new Blob([Dc({name:t.name,stance:t,V:e})],{type:`application/json`})),n.download=`${t.name.replace(/[^\w.-]+/g,`-`)}.pose.json`,n.click(),URL.revokeObjectURL(n.href)})}function ll(e,t){let n=dl(e,t);return n&&Gc(e,{name:`the copied pose`,shape:br(e.studio.store.state.model,n.V),stance:n.stance}),n!==null}async function ul(e,t){let{studio:n}=e;for(let r of t){let t=dl(e,await r.text());t?await n.sent([{file:r,name:`pose.json`}],([r])=>{n.store.set({progress:null}),n.keepShape({upload:r},n=>{Qc(e,`Open`,{name:t.name,...t.stance,shape:n})})}):n.say(`${r.name} is no pose of this model. Export one from the library of poses.`,!0)}}function dl({studio:e},t){let{model:n}=e.store.state,r=n&&Oc(t,n);return typeof r==`string`&&e.say(r,!0),typeof r==`string`?null:r}var fl=`The pose is copied. Paste it with Ctrl-V, here or in another tab.`;function pl(e){let{studio:t}=e;document.addEventListener(`copy`,t=>{if(Sc(t.target)||document.getSelection()?.isCollapsed===!1)return;let n=sl(e);n!==null&&(t.clipboardData?.setData(`text/plain`,n),t.preventDefault(),ml(e))}),document.addEventListener(`paste`,n=>{!Sc(n.target)&&t.store.state.model&&(hl(e,n.clipboardData?.getData(`text/plain`)??``),n.preventDefault())})}function ml({studio:e}){e.store.set({keyCopies:[]}),e.say(fl)}function hl(e,t){let n=e.studio.store.state.toasts.length;!ll(e,t)&&e.studio.store.state.toasts.length===n&&e.studio.say(`There is no pose to paste. Copy one with Ctrl-C.`)}function gl(e){let t=sl(e);t!==null&&vl(e,`Ctrl-C`,n=>n.writeText(t).then(()=>{ml(e)}))}function _l(e){vl(e,`Ctrl-V`,t=>t.readText().then(t=>{hl(e,t)}))}function vl({studio:e},t,n){let r=()=>{e.say(`The browser keeps the clipboard from the page. Press ${t} instead.`)},i=navigator.clipboard;i?n(i).catch(r):r()}var yl=.15,bl=[{title:`Pull`,words:`Drag what the ring shows: the mesh follows. Any other place can be pulled as well.`,at:null,done:(e,{state:t})=>t.gesture===null&&t.history.done.length>e.steps},{title:`Look around`,words:`Drag beside the mesh, or click an end of the axes, to turn the view. The wheel, or two fingers, zoom.`,at:`.compass`,done:(e,{gaze:t})=>t.some((t,n)=>Math.abs(t-e.gaze[n])>yl)},{title:`Set a key`,words:`Press K, or this button: what you pulled is kept at this frame. Two keys at two frames are a motion.`,at:`[data-tour="key"]`,done:(e,{state:t})=>xl(t)>e.keys},{title:`Take it with you`,words:`Open Export: a mesh, a rig, an animation, a film. Everything else is found by F3.`,at:`[data-tour="export"]`,done:(e,{exporting:t})=>t}];function xl({document:e}){return e.timeline.rows.reduce((e,{keys:t})=>e+t.length,0)}function Sl(e,{state:t,gaze:n}){return e<bl.length?{step:e,steps:t.history.done.length,keys:xl(t),gaze:n}:null}function Cl(e,t){return t.state.model!==null&&bl[e.step].done(e,t)?Sl(e.step+1,t):e}function wl(e,t,n,r=14){let i=Math.min(Math.max(8,e.left+e.width/2-t.width/2),Math.max(8,n.width-t.width-8)),a=e.bottom+r,o=e.top-r-t.height;return{left:i,top:a+t.height<=n.height-8?a:Math.max(8,o)}}function Tl(e){let{studio:t}=e,{model:n,welcome:r}=t.store.state,i=r?.samples[0];!n&&i&&t.openSample(i.name),t.store.set({tour:Sl(0,El(e)),help:!1,commands:!1})}function El({studio:{store:e},stage:t}){let{azimuth:n,elevation:r}=t.camera.gaze;return{state:e.state,gaze:[n,r],exporting:document.querySelector(`[data-tour="export"]`)?.getAttribute(`aria-expanded`)===`true`}}function Dl({studio:{store:e}},t){e.set({seen:{...e.state.seen,...t}})}function Ol({studio:e,stage:t}){let n=rr(e.store.state);n.length?t.frameOn(n):t.frameAll()}function kl({studio:{store:e}}){let t=e.state.seen.about_selection?rr(e.state):[];if(t.length!==0)return t.reduce(([e,n,r],i)=>[e+i[0]/t.length,n+i[1]/t.length,r+i[2]/t.length],[0,0,0])}function Al(e){let{studio:{store:t},stage:{camera:{gaze:n}}}=e,{seen:r,perspective:i}=t.state,{at:a,azimuth:o,elevation:s,distance:c}=n,l={at:[a[0],a[1],a[2]],azimuth:o,elevation:s,distance:c,perspective:i,lens:r.lens};Dl(e,{bookmarks:[...r.bookmarks,l].slice(-9)})}function jl(e,{at:t,azimuth:n,elevation:r,distance:i,perspective:a,lens:o}){Dl(e,{lens:o}),e.studio.store.set({perspective:a}),e.stage.camera.comeTo({at:t,azimuth:n,elevation:r,distance:i}),e.stage.invalidate()}function Ml(e,t){let{seen:n}=e.studio.store.state,r=Fl(e,t);r.length&&Dl(e,{hidden:[...new Set([...n.hidden,...r])]})}function Nl(e,t){let{model:n}=e.studio.store.state,r=Fl(e,t);n&&r.length&&Dl(e,{hidden:[...new Set(Qn(n))].filter(e=>!r.includes(e))})}function Pl(e){Dl(e,{hidden:[]})}function Fl({studio:e,stage:t},n){let r=nr(e.store.state,t.pick(n.at)?.face??null);return r.length===0&&e.say(`Point at a part of the model, or select a handle on it.`),r}function Il(e,t){return e.fits?.(t)??t.model!==null}var Ll=Math.PI/2;function Rl(e){let{studio:t}=e,{document:n,selection:r}=t.store.state;if(B(n.method).pin?.(e)||r.length===0)return;let i=n.handles.some(e=>r.includes(e.id)&&!e.pinned);t.editor.edit(`${i?`Pin`:`Free`} ${Kr(r)}`,{handles:ut(n.handles,r,i)})}function zl(e){let{studio:t}=e,{document:n,selection:r}=t.store.state;tc(e)||B(n.method).remove?.(e)||r.length!==0&&(t.editor.edit(`Remove ${Kr(r)}`,{handles:n.handles.filter(e=>!r.includes(e.id))}),t.store.set({selection:[]}))}function Bl({studio:e},t){let{document:n,selection:r}=e.store.state;r.length===0||t&&r.length<2||e.editor.edit(`${t?`Group`:`Ungroup`} ${Kr(r)}`,{handles:dt(n.handles,r,t)})}function Vl(e,t,n){let{document:r,pose:i,selection:a,rig:o}=e.studio.store.state;if(B(r.method).transform?.(e,t,n))return;if(n===`scale`){e.studio.say(Sf.map(({scales:e})=>e).find(e=>e!==void 0)??`Nothing here can be scaled.`);return}let s=bt(r,i?.reached??null,o?.pins),c=s.filter(({id:e,pinned:t,turn:r})=>n===`turn`&&t&&r&&a.includes(e)&&ae(o,`turn`)),l=xi(s,a).filter(({pinned:e})=>n===`move`||!e),u=[...new Set([...l,...c])];!o||u.length===0?e.studio.say(a.length?`What is selected is pinned. Press P to free it.`:`Nothing is selected. Click a handle first.`):t.begin(new _i(e,n,s,u,t.at))}function Hl(){return!0}function Ul({studio:{store:e}}){let{drawer:t,panels:n,narrow:r}=e.state;e.set(r?{drawer:!t}:{panels:!n})}function Wl(e,t){return({stage:n})=>{n.camera.turnTo(e,t),n.invalidate()}}function Gl(e){let{store:t}=e.studio,{document:n}=t.state;B(n.method).selectAll?.(e)||t.set({selection:n.handles.map(e=>e.id)})}function Kl({studio:e}){let{tool:t,partSelection:n}=e.store.state;e.store.set({selection:[],partSelection:t===`pose`?[]:n,...Df(`selection`),keySelection:[],tool:`pose`,help:!1,commands:!1,tour:null,painting:null})}function ql(e,t){let{store:n}=e.studio;(t!==`brush`&&t!==`linked`||Bn(e))&&n.set({tool:n.state.tool===t?`pose`:t})}function Jl({studio:e}){let{state:t}=e.store;zt(t)?e.store.set({clay:!t.clay}):e.say(`This model has no colours or textures of its own.`)}function Yl({studio:e},t){e.store.set({brush:Math.round(Math.max(6,Math.min(160,e.store.state.brush*t)))})}var Xl=[{keys:[`g`],section:`Pose`,words:`Move what is selected; then X, Y, Z and digits`,run:(e,t)=>{Vl(e,t,`move`)}},{keys:[`r`],section:`Pose`,words:`Turn what is selected; then X, Y, Z and degrees`,run:(e,t)=>{Vl(e,t,`turn`)}},{keys:[`s`],section:`Pose`,words:`Scale the selected parts; then a factor`,run:(e,t)=>{Vl(e,t,`scale`)}},{keys:[`p`],section:`Pose`,words:`Pin or free`,run:Rl},{keys:[`t`],section:`Pose`,words:`Keep or let go the direction of what is selected`,run:Jr},{keys:[`w`],section:`Pose`,words:`Arrows and rings at the selected handles`,run:({studio:{store:e}})=>{e.set({gizmo:!e.state.gizmo})}},{keys:[`h`],section:`View`,words:`Hide the parts of what is selected, or the one under the pointer`,fits:({model:e})=>$n(e),run:Ml},{keys:[`Shift+h`],section:`View`,words:`Hide all other parts`,fits:({model:e})=>$n(e),run:Nl},{keys:[`Alt+h`],section:`View`,words:`Show all parts`,fits:({model:e})=>$n(e),run:Pl},{keys:[`Shift+f`,`h`],section:`Pose`,words:`Floor`,run:Yr},{keys:[`Delete`,`Backspace`],section:`Pose`,words:`Remove the selected handles, or keys`,run:zl},{keys:[`x`],section:`Pose`,words:`Pull and paint on both sides, or on one`,run:({studio:e})=>{e.setMirror(!e.store.state.mirror)}},{keys:[`Shift+x`],section:`Pose`,words:`Flip the pose: left and right change places`,run:e=>{il(e,null)}},{keys:[`Shift+r`],section:`Pose`,words:`Back to rest`,run:Jc},{keys:[`Shift+k`],section:`Pose`,words:`Keep the pose in the library`,run:Zc},{keys:[`Ctrl+c`],section:`Time`,words:`Copy the selected keys`,fits:({keySelection:e})=>e.length>0,run:Ws},{keys:[`Ctrl+v`],section:`Time`,words:`Paste copied keys at this frame`,fits:({keyCopies:e})=>e.length>0,run:Gs},{keys:[`Ctrl+c`],section:`Pose`,words:`Copy the pose`,run:gl,native:!0},{keys:[`Ctrl+v`],section:`Pose`,words:`Paste a pose`,run:_l,native:!0},{keys:[`Ctrl+g`],section:`Pose`,words:`Group: move and turn together`,run:e=>{Bl(e,!0)}},{keys:[`Ctrl+Shift+g`],section:`Pose`,words:`Ungroup`,run:e=>{Bl(e,!1)}},{keys:[`v`],section:`Select`,words:`Posing tool`,run:({studio:e})=>{e.store.set({tool:`pose`})}},{keys:[`b`],section:`Select`,words:`Box`,run:e=>{ql(e,`box`)}},{keys:[`o`],section:`Select`,words:`Lasso`,run:e=>{ql(e,`lasso`)}},{keys:[`c`],section:`Select`,words:`Brush on the surface; Ctrl erases`,run:e=>{ql(e,`brush`)}},{keys:[`[`],section:`Select`,words:`Smaller brush`,run:e=>{Yl(e,1/1.25)}},{keys:[`]`],section:`Select`,words:`Larger brush`,run:e=>{Yl(e,1.25)}},{keys:[`l`],section:`Select`,words:`Linked: a click takes a whole part`,run:e=>{ql(e,`linked`)}},{keys:[`a`],section:`Select`,words:`All handles`,run:Gl},{keys:[`Escape`],section:`Select`,words:`Cancel; select nothing`,fits:Hl,run:Kl},{keys:[`f`],section:`View`,words:`Frame what is selected, or the model`,run:Ol},{keys:[`Shift+b`],section:`View`,words:`Keep this view as a bookmark`,run:Al},{keys:[`y`],section:`View`,words:`Turntable`,run:({studio:{store:e}})=>{e.set({turntable:!e.state.turntable})}},{keys:[`1`],section:`View`,words:`Front`,run:Wl(0,0)},{keys:[`Ctrl+1`],section:`View`,words:`Back`,run:Wl(Math.PI,0)},{keys:[`3`],section:`View`,words:`Side`,run:Wl(Ll,0)},{keys:[`Ctrl+3`],section:`View`,words:`Other side`,run:Wl(-Ll,0)},{keys:[`7`],section:`View`,words:`Top`,run:Wl(0,Ll-.001)},{keys:[`Ctrl+7`],section:`View`,words:`Bottom`,run:Wl(0,.001-Ll)},{keys:[`5`],section:`View`,words:`Parallel view`,run:({studio:e})=>{e.store.set({perspective:!e.store.state.perspective})}},{keys:[`z`],section:`View`,words:`Wire frame`,run:({studio:e})=>{e.store.set({wire:!e.store.state.wire})}},{keys:[`m`],section:`View`,words:`Clay or the model's own colours`,run:Jl},{keys:[`n`],section:`View`,words:`Hide or show the panels`,run:Ul},{keys:[],section:`View`,words:`Z is up, or Y`,run:e=>{Xr(e,e.studio.store.state.up===`z`?`y`:`z`)}},{keys:[],section:`View`,words:`Light or dark colours`,fits:Hl,run:({studio:{store:e}})=>{e.set({theme:It(e.state)?`light`:`dark`})}},{keys:[`?`],section:`View`,words:`Keys`,fits:Hl,run:({studio:e})=>{e.store.set({help:!e.store.state.help})}},{keys:[],section:`View`,words:`Tour of one minute`,fits:Hl,run:Tl},{keys:[`F3`,`Ctrl+k`],section:`View`,words:`Find an action by its name`,fits:Hl,anywhere:!0,run:({studio:e})=>{e.store.set({commands:!e.store.state.commands,help:!1})}},{keys:[`k`],section:`Time`,words:`Key what is selected, or has moved`,run:ec},{keys:[` `],section:`Time`,words:`Play or pause`,run:({studio:e})=>{e.motion.playback.toggle()}},{keys:[`,`],section:`Time`,words:`One frame back`,run:e=>{oc(e,-1)}},{keys:[`.`],section:`Time`,words:`One frame on`,run:e=>{oc(e,1)}},{keys:[`ArrowLeft`],section:`Time`,words:`The key before`,run:e=>{sc(e,-1)}},{keys:[`ArrowRight`],section:`Time`,words:`The next key`,run:e=>{sc(e,1)}},{keys:[],section:`Time`,words:`Open or fold the timeline`,run:({studio:{store:e}})=>{e.set({timelineOpen:!e.state.timelineOpen})}},{keys:[],section:`Time`,words:`Play over and over`,run:({studio:{store:e}})=>{e.set({looping:!e.state.looping})}},{keys:[],section:`Time`,words:`Onion skins`,run:({studio:{store:e}})=>{e.set({onion:{...e.state.onion,on:!e.state.onion.on}})}},{keys:[`Home`],section:`Time`,words:`First frame`,run:e=>{cc(e,!1)}},{keys:[`End`],section:`Time`,words:`Last frame`,run:e=>{cc(e,!0)}},{keys:[`Ctrl+d`],section:`Time`,words:`Copy the selected cycle behind itself`,run:Ks},{keys:[`e`],section:`Time`,words:`Keys or curves`,run:({studio:{store:e}})=>{e.set({timelineOpen:!0,graph:!e.state.graph})}},{keys:[`Ctrl+z`],section:`File`,words:`Undo`,fits:({history:e})=>e.done.length>0,run:({studio:e})=>{e.editor.undo()}},{keys:[`Ctrl+Shift+z`,`Ctrl+y`],section:`File`,words:`Redo`,fits:({history:e})=>e.undone.length>0,run:({studio:e})=>{e.editor.redo()}},{keys:[`Ctrl+s`],section:`File`,words:`Save the rig`,fits:({rig:e})=>e!==null,run:({studio:e})=>{e.export(`rig`)}}],Zl=new Map,Ql=`found`,$l=6;function eu(e,t){let{studio:n}=e,r=w(`p`,{class:`quiet`},`Paint where the body moves as one piece: a hand, a forearm, a head. What lies between stays soft.`),i=w(`ul`,{class:`parts`}),a=k(`Paint`,()=>{ql(e,`brush`)}),o=k(`New part`,()=>{n.store.set({partSelection:[]}),n.store.state.tool!==`brush`&&ql(e,`brush`)}),s=k(`Other side`,()=>{xo(e)}),c=[];return t.push(n.store.watch([`document`,`partSelection`,`regions`,`pose`],t=>{let n=t.pose?.tree??Zl,{parts:a}=t.document.slices.handles,o=[n,a,t.partSelection,t.regions];o.every((e,t)=>e===c[t])||(c=o,r.hidden=a.length>0,i.contains(document.activeElement)&&document.activeElement?.tagName===`INPUT`||j(i,...Mo(n,a).map(({part:n,depth:r})=>tu(e,n,r,t))))})),t.push(n.store.watch([`tool`,`partSelection`,`partner`],({tool:e,partSelection:t,partner:n})=>{a.setAttribute(`aria-pressed`,String(e===`brush`)),s.disabled=t.length===0,s.title=`Make a part of the same shape on the other side of the model`,t.length>0&&!n&&(s.title+=`; the first time it looks for the mirror plane`)})),z(`Parts`,r,ru(e,t),nu(e,t),i,w(`div`,{class:`row`},a,o,s))}function tu(e,t,n,{partSelection:r,regions:i}){let{studio:a}=e,o=r.includes(t.id),s=w(`span`,{class:`hue`});s.style.background=wn(t.colour).code;let c=w(`input`,{class:`plain`,label:`Name of ${t.name}`,attributes:{type:`text`,value:t.name,maxlength:`60`},on:{change:()=>{ou(e,t,c.value)},keydown:e=>{(e.key===`Enter`||e.key===`Escape`)&&c.blur()}}}),l=w(`span`,{class:`figure quiet`},ht(i.get(t.region)??null).toLocaleString(`en-US`)),u=w(`span`,{class:`held`,title:t.pinned?`Held while what it carries is pulled`:``},t.pinned?D(`pin`):null),d=w(`button`,{class:`pick`,label:`Select ${t.name}`,attributes:{type:`button`,"aria-pressed":String(o)},on:{click:e=>{let n=r.filter(e=>e!==t.id);a.store.set({partSelection:e.shiftKey?o?n:[...n,t.id]:[t.id]})}}},s),f=O(`remove`,`Remove ${t.name}`,null,()=>{let{document:e}=a.store.state;a.editor.edit(`Remove ${t.name}`,go(e,e.slices.handles.parts.filter(({id:e})=>e!==t.id))),a.store.set({partSelection:a.store.state.partSelection.filter(e=>e!==t.id)})}),p=Es(t.name,t.colour,n=>{su(e,t,n)}),m=w(`li`,{class:o?`on`:``,attributes:{"data-part":String(t.id)}},d,c,u,l,p,f);return m.style.setProperty(`--depth`,String(Math.min(n,$l))),m}function nu(e,t){let{studio:n}=e,r=w(`select`,{label:`Hangs on`,on:{change:()=>{au(n,r.value)}}}),i=w(`input`,{attributes:{type:`checkbox`,role:`switch`},on:{change:()=>{iu(e)}}}),a=w(`label`,{class:`switch`,title:`While what it carries is pulled, it stays where it is (P)`},w(`span`,{},`Held`),i),o=w(`div`,{class:`hanging`},w(`label`,{class:`row spread`},w(`span`,{},`Hangs on`),r),a);return t.push(n.store.watch([`document`,`partSelection`,`pose`],({document:e,partSelection:t,pose:n})=>{let{parts:a}=e.slices.handles,s=n?.tree??Zl,c=_o({parts:a},t);if(o.hidden=c===null,!c)return;let l=a.find(({id:e})=>e===(c.parent===null?s.get(c.id)?.parent:null))?.name??`nothing`,u=new Set(jo(s,c.id)),d=[[Ql,c.parent===null?`${l} (found)`:`What the rest pose tells`],[`0`,`Nothing`],...a.filter(({id:e})=>!u.has(e)).map(({id:e,name:t})=>[String(e),t])],f=d.map(([e,t])=>w(`option`,{attributes:{value:e}},t));d.join()!==[...r.options].map(({value:e,text:t})=>[e,t]).join()&&r.replaceChildren(...f),r.value=c.parent===null?Ql:String(c.parent),i.checked=c.pinned})),o}function ru({studio:{store:e}},t){let n=w(`input`,{attributes:{type:`checkbox`,role:`switch`},on:{change:()=>{e.set({partsFree:!n.checked})}}}),r=w(`label`,{class:`switch`,title:`A pulled hand takes the arm along, a turned arm its hand. With Ctrl, a part is moved alone.`},w(`span`,{},`Parts carry what hangs on them`),n);return t.push(e.watch([`partsFree`,`document`],({partsFree:e,document:t})=>{n.checked=!e,r.hidden=t.slices.handles.parts.length<2})),r}function iu({studio:e}){let{document:t,partSelection:n}=e.store.state,{parts:r}=t.slices.handles,i=r.filter(({id:e})=>n.includes(e));if(!Ro(t)||i.length===0)return!1;let a=i.some(e=>!e.pinned),o=Vo(t.slices.handles,i.map(({id:e})=>e));return e.editor.edit(`${a?`Hold`:`Let go of`} ${o}`,go(t,r.map(e=>i.includes(e)?{...e,pinned:a}:e))),!0}function au({store:e,editor:t},n){let{document:r,partSelection:i}=e.state,{parts:a}=r.slices.handles,o=_o({parts:a},i);if(!o)return;let s=n===Ql?null:Number(n),c=a.find(({id:e})=>e===s)?.name,l=s===null?`Let the rest pose carry ${o.name}`:`Hang ${o.name} on ${c??`nothing`}`;cu({store:e,editor:t},l,o,{parent:s})}function ou({studio:e},t,n){let r=n.trim();r&&r!==t.name&&cu(e,`Name ${r}`,t,{name:r})}function su({studio:e},t,n){cu(e,`Colour ${t.name} ${wn(n).name}`,t,{colour:n}),document.querySelector(`[data-part="${t.id}"] .swatch-button`)?.focus()}function cu({store:e,editor:t},n,r,i){let{document:a}=e.state;t.edit(n,go(a,a.slices.handles.parts.map(e=>e.id===r.id?{...e,...i}:e)))}function lu(e,t){let{studio:n}=e,r=w(`p`,{class:`quiet`},`No sculpted poses yet. Select parts on the model, then move (G), turn (R) or scale (S) them.`),i=w(`div`,{class:`examples`}),a=k(`New pose`,()=>{pu(e)}),o=k(`Rest`,()=>{n.editor.edit(`Rest`,{...ot(n.store.state.document,`handles`,{sculpting:null}),weights:null,handles:[]})}),s=null,c=[],l=gu(e);return t.push(n.store.watch([`document`,`pose`,`shelf`,`rig`],t=>{let{sculptures:n}=t.document.slices.handles;r.hidden=n.length>0,a.disabled=t.document.slices.handles.parts.length===0,a.title=a.disabled?`A pose is made of parts. Paint one first.`:``,n!==s&&(s=n,c=n.map((t,n)=>uu(e,t,n)),i.replaceChildren(...c.map(({element:e})=>e))),c.forEach((e,r)=>{du(e,t,n[r],r)}),l(t)})),z(`Sculpted poses`,r,i,w(`div`,{class:`row`},a,o))}function uu(e,t,n){let{editor:r,store:i}=e.studio,a=w(`input`,{label:`Weight of ${t.name}`,attributes:{type:`range`,min:String(rn),max:String(an),step:`0.01`},on:{input:()=>{r.gesture(`Mix ${t.name}`,{...ot(i.state.document,`handles`,{sculpting:null}),weights:fu(i.state).map((e,t)=>t===n?a.valueAsNumber:e)})},change:()=>{r.end()}}}),o=w(`output`,{class:`figure`}),s=w(`img`,{class:`empty`,attributes:{alt:``,width:`56`,height:`42`}}),c=w(`button`,{class:`thumbnail`,label:`Sculpt ${t.name}`,title:`Sculpt ${t.name}`,attributes:{type:`button`},on:{click:()=>{let{document:e}=i.state,n=e.slices.handles.sculpting===t.id;r.edit(n?`Put ${t.name} away`:`Sculpt ${t.name}`,{...ot(e,`handles`,{sculpting:n?null:t.id}),weights:null})}}},s),l=w(`input`,{class:`plain name`,label:`Name of ${t.name}`,attributes:{type:`text`,value:t.name,maxlength:`60`},on:{change:()=>{hu(e,`Name ${l.value}`,n,{name:l.value.trim()||t.name})},keydown:e=>{(e.key===`Enter`||e.key===`Escape`)&&l.blur()}}}),u=O(`undo`,`Take back the last step of ${t.name}`,null,()=>{hu(e,`Take back a step of ${t.name}`,n,{steps:t.steps.slice(0,-1)})});return u.disabled=t.steps.length===0,{element:w(`div`,{class:`example sculpture`},c,w(`div`,{class:`example-text`},w(`div`,{class:`example-head`},l,o,u,O(`remove`,`Remove ${t.name}`,null,()=>{mu(e,t)})),a)),slider:a,value:o,picture:s,work:c}}function du(e,t,n,r){let i=fu(t)[r]??0;e.slider.disabled=t.rig===null,on(e.slider,e.value,i);let a=t.document.slices.handles.sculpting===n.id;e.element.classList.toggle(`on`,a),e.work.setAttribute(`aria-pressed`,String(a));let o=t.shelf.get(n);o&&e.picture.src!==o&&(e.picture.src=o),e.picture.classList.toggle(`empty`,!o)}function fu(e){let{slices:{handles:{sculptures:t}},weights:n}=e.document,r=n??e.pose?.weights??[];return t.map((e,t)=>r[t]??0)}function pu({studio:e}){let{document:t}=e.store.state,{sculptures:n}=t.slices.handles,r=zo(n);e.editor.edit(`New ${r.name}`,{...ot(t,`handles`,{sculptures:[...n,r],sculpting:r.id}),weights:null})}function mu({studio:e},t){let{document:n}=e.store.state,{sculptures:r,sculpting:i}=n.slices.handles,a={sculptures:r.filter(({id:e})=>e!==t.id),sculpting:i===t.id?null:i};e.editor.edit(`Remove ${t.name}`,{...ot(n,`handles`,a),weights:null})}function hu({studio:e},t,n,r){let{document:i}=e.store.state;e.editor.edit(t,ot(i,`handles`,{sculptures:i.slices.handles.sculptures.map((e,t)=>t===n?{...e,...r}:e)}))}function gu({studio:e}){let t=null;return n=>{if(e.editor.inGesture||e.poser.busy||n.rig?.method!==`handles`)return;let{sculptures:r}=n.document.slices.handles,i=r.findIndex(e=>!n.shelf.has(e));i<0||r[i]===t||(t=r[i],e.socket.send({type:`WantExample`,index:i}))}}function _u(e){let t=[];return{element:w(`div`,{class:`sections`},lu(e,t),eu(e,t),z(`Show`,nn(e,[[`deformation`,`Stretch`]],t)),tn(e,t)),dispose:()=>{t.forEach(e=>{e()})}}}var vu={settings:{partsFree:!1},model:{shelf:new Map}};function yu(e,{slices:t},n){let r=Kt(e,`centres`);return r?new Map(t.handles.parts.map((e,t)=>[e.id,c(r,t)])):n?.centres??new Map}function bu(e,{slices:t},n){let r=Kt(e,`tree`),i=n?.tree??new Map;if(!r)return i;let a=Oo(t.handles.parts,r);return ko(a,i)?i:a}function xu({store:e},t,n){let{document:r,shelf:i}=e.state,a=r.slices.handles.sculptures.at(t);a&&e.set({shelf:new Map(i).set(a,n)})}function Su({studio:{store:e}}){let{document:t}=e.state;return Ro(t)?(e.set({partSelection:t.slices.handles.parts.map(({id:e})=>e)}),!0):!1}var Cu={slices:{handles:Lo},left:e=>({handles:{...e.handles,sculpting:null}}),baked:e=>({handles:{...e.handles,sculpting:null}}),state:vu,pose:(e,t,n)=>({centres:yu(e,t,n),tree:bu(e,t,n)}),pictured:xu,paint:ho,press:Yo,transform:Jo,scales:`Only painted parts can be scaled. Choose Handle IK, paint a part, and select it.`,selectAll:Su,pin:iu,help:{a:`or all parts while sculpting`,p:`or hold a part while what it carries is pulled`},hidesHandles:({document:e})=>Ro(e),panel:_u,overlay:Cs,colours:{resting:({tool:e,partSelection:t})=>e===`pose`&&t.length===0,follows:[],within:({slices:e})=>[e.handles.parts],of:Do}},wu=.5,Tu=.95,Eu=.2;function Du(e,t,n){let r=new Set(t),i=e.reduce((e,t)=>Math.max(e,t+1),0),a=Array.from({length:i},(e,t)=>{let i=Tn(wn(t).code),a=r.has(t)?Tu:r.size?Eu:wu;return n.map((e,t)=>Math.round(e+(i[t]-e)*a))}),o=new Uint8Array(3*e.length);return e.forEach((e,t)=>{o.set(a[e],3*t)}),o}var Ou=null;function ku({rig:e,partColours:t,partSelection:n,jointSelection:r}){let i=e?.component??null;if(!i||!e?.mechanism||!t&&n.length===0)return null;let{clay:a}=uo(),o=r===null?void 0:e.mechanism.joints.at(r),s=o&&n.length===0?[o.a,o.b]:n,c=[i,s.join(` `),a];return Ou?.causes.every((e,t)=>e===c[t])||(Ou={causes:c,rgb:Du(i,s,Tn(a))}),Ou.rgb}var Au=.7;function ju(e,t,n){let r=t.reduce((e,t)=>Math.max(e,t+1),0),i=new Float64Array(3*r).fill(1/0),a=new Float64Array(3*r).fill(-1/0);for(let n=0;n<e.length;n++){let r=3*t[Math.floor(n/3)]+n%3;i[r]=Math.min(i[r],e[n]),a[r]=Math.max(a[r],e[n])}let o=i.map((e,t)=>(e+a[t])/2),s=[0,1,2].map(e=>{let t=t=>[...t.filter((t,n)=>n%3===e)],r=Math.min(...t(i));return e===(n===`y`?1:2)?r:(r+Math.max(...t(a)))/2});return e.map((e,n)=>e+Au*(o[3*t[Math.floor(n/3)]+n%3]-s[n%3]))}function Mu({exploded:e,model:t,rig:n,up:r}){return e&&t&&n?.component?ju(t.V,n.component,r):null}function Nu({studio:e},t,n,r){let i=e.store.state.document.slices.joints.edits.length;r.push(e.store.watch([`rig`,...t],n)),r.push(e.store.watch([`document`],e=>{let t=e.document.slices.joints.edits.length,r=t<i;i=t,r&&n(e)}))}var Pu={edits:[],painted:null},Fu=[[`fixed`,`Fixed`],[`revolute`,`Hinge`],[`prismatic`,`Slider`],[`cylinder`,`Cylinder`],[`plane`,`Plane`],[`ball`,`Ball`]],Iu=180/Math.PI,Lu=[[1,0,0],[0,1,0],[0,0,1]],Ru=[``,` 2`,` 3`];function zu(e,t){return{change:e,parts:[],joint:null,kind:null,axis:null,origin:null,ranges:[],region:null,cells:null,name:null,...t}}function Bu(e,...t){return{...ot(e,`joints`,{edits:[...e.slices.joints.edits,...t]}),weights:null}}function Vu({turns:e,low:t,high:n},r){let i=e?Math.PI:r;return[t??Math.min(-i,n??0),n??Math.max(i,t??0)]}function Hu(e){return Fu.find(([t])=>t===e)?.[1]??e}function Uu(e,{a:t,b:n}){return`${e.components[t].name} – ${e.components[n].name}`}function Wu({turns:e},t,n){let r=e?t*Iu:100*t/n;return`${Math.abs(r)<.05?`0`:r.toFixed(+(Math.abs(r)<9.95))}${e?`°`:`%`}`}function Gu({turns:e},t){return t===null?``:String(Number((e?t*Iu:t).toPrecision(5)))}function Ku({turns:e},t){if(t.trim()===``)return null;let n=Number(t);return Number.isFinite(n)?e?n/Iu:n:void 0}function qu(e,t){let n=e[t],r=e.slice(0,t).filter(({turns:e})=>e===n.turns).length;return`${n.turns?`Turn`:`Slide`}${Ru[r]}`}function Ju({frame:e},t){return[e[3*t],e[3*t+1],e[3*t+2]]}function Yu(e,t,[n,r,i]){if(!e)return[n,r,i];let a=a=>{let o=12*t+4*a;return e[o]*n+e[o+1]*r+e[o+2]*i+e[o+3]};return[a(0),a(1),a(2)]}function Xu(e,t,n){let i=Yu(e,t,[0,0,0]),o=r(n,i),[c,l,u]=Lu.map(n=>r(Yu(e,t,n),i)),d=a(c,s(l,u));return[a(o,s(l,u))/d,a(o,s(u,c))/d,a(o,s(c,l))/d]}function Zu(e,t){let n=[0,1,2].map(t=>Ju({frame:[...e]},t)),r=s(n[0],t),c=o(r);if(c===0)return[...e];let l=Math.atan2(c,a(n[0],t));return n.flatMap(e=>u(e,[0,0,0],i(r,1/c),l))}function Qu(e,t){return t.filter(t=>t<e.components.length)}var $u=[0,0,0],ed=3;function td({rig:e,jointDraft:t},n){let r=e.mechanism.joints[n];return t?.joint===n?{...r,origin:t.origin,frame:[...t.frame]}:r}var nd=class{bench;index;from;joint;palette;way=0;constructor(e,t,n){this.bench=e,this.index=t,this.from=n;let{state:r}=e.studio.store;this.joint=td(r,t),this.palette=r.pose?.palette??null}move(e){if(this.way=Math.max(this.way,Math.hypot(e.x-this.from.x,e.y-this.from.y)),this.way<3)return;let{draft:t,words:n}=this.draft(e),{origin:r,frame:i}=this.joint;this.bench.studio.store.set({jointDraft:{joint:this.index,origin:r,frame:i,...t},gesture:`${n} · Esc: cancel`})}finish(){let{store:e,editor:t}=this.bench.studio,{jointDraft:n,document:r,rig:i}=e.state;if(e.set({gesture:null}),this.way<3)e.set({jointSelection:null});else if(n&&i?.mechanism){let{label:e,next:a}=this.correct(n);t.edit(`${e} of ${Uu(i.mechanism,this.joint)}`,Bu(r,a))}}cancel(){this.bench.studio.store.set({jointDraft:null,gesture:null})}},rd=class extends nd{middle;axis;constructor(e,t,n,r,i){super(e,t,n),this.middle=r,this.axis=i}draft(e){let{lens:t}=this.bench.stage,n=e.x-this.from.x,i=e.y-this.from.y,a=this.axis?_(t,this.middle,Qr[this.axis],n,i):h(t,this.middle,n,i),s=o(r(a,this.middle)).toPrecision(3);return{draft:{origin:Xu(this.palette,this.joint.bodies[0],a)},words:`Origin${this.axis?` along ${this.axis}`:``}: ${s}`}}correct({joint:e,origin:t}){return{label:`Move the origin`,next:zu(`origin`,{joint:e,origin:t})}}},id=class extends nd{sweep;about;angle=0;last;constructor(e,t,n,a,s){super(e,t,n),this.last=n,this.sweep=is(e.stage.lens,a,s,58);let c=this.joint.bodies[0],l=r(Xu(this.palette,c,Qr[s]),Xu(this.palette,c,$u));this.about=i(l,1/o(l))}draft(e){this.angle+=this.sweep(this.last,e),this.last=e;let t=u(Ju(this.joint,0),$u,this.about,this.angle);return{draft:{frame:Zu(this.joint.frame,t)},words:`Axis: ${t.map(e=>e.toFixed(ed)).join(` `)}`}}correct({joint:e,frame:t}){return{label:`Turn the axis`,next:zu(`axis`,{joint:e,axis:Ju({frame:[...t]},0)})}}};function ad(e){let{studio:t,stage:n}=e,r=()=>t.store.state.jointSelection??0,i=[...ds.map(t=>new ms(t,(n,i,a)=>new id(e,r(),i,a,t))),...ds.map(t=>new ps(t,(n,i,a)=>new rd(e,r(),i,a,t))),new gs((t,n,i)=>new rd(e,r(),n,i,null))];return Nu(e,[],()=>{t.store.state.jointDraft&&t.store.set({jointDraft:null})},[]),_s(e,{label:`Move and turn the selected joint`,parts:i,middle:()=>{let{state:e}=t.store,{document:n,rig:r,jointSelection:i,tool:a,showJoints:o,exploded:s,beside:c,pose:l}=e;if(n.method!==`joints`||r?.method!==`joints`||a!==`pose`||!o||s||c||l?.V&&l.palette===null||i===null||!r.mechanism?.joints.at(i)?.motions.length)return;let u=td(e,i);return Yu(l?.palette??null,u.bodies[0],u.origin)},slices:[`document`,`rig`,`pose`,`jointSelection`,`jointDraft`,`tool`,`showJoints`,`exploded`,`beside`],yields:e=>bi(t.store.state,n.lens,e)!==null})}var od=10,sd=Math.PI/2;function cd([e,t,n]){if([t.low,t.high,n.low,n.high].every(e=>e===null))return null;let r=2*Math.PI/720,i=Array.from({length:720},(e,i)=>ld(i*r,t,n)),a=Math.floor(Math.min(Math.PI,-(e.low??-Math.PI))/r),o=Math.floor(Math.min(Math.PI,e.high??Math.PI)/r),s=a+o>=720?Math.max(...i):null;return Array.from({length:73},(e,t)=>{let n=t*od,c=s??i[n%720];if(s===null)for(let e=-a;e<=o;e++)c=Math.max(c,i[(n-e+1440)%720]);return[Math.cos(c),Math.sin(c)*Math.cos(n*r),Math.sin(c)*Math.sin(n*r)]})}function ld(e,t,n){let r=Math.cos(e),i=Math.sin(e),a=(i<0?t.high:ud(t.low))??Math.PI,o=(r>0?n.high:ud(n.low))??Math.PI,s=Math.PI;return o<sd&&Math.sin(Math.max(o,0))<Math.abs(r)&&(s=Math.asin(Math.sin(Math.max(o,0))/Math.abs(r))),a<sd&&Math.abs(i)>1e-9&&(s=Math.min(s,Math.atan2(Math.sin(Math.max(a,0)),Math.cos(a)*Math.abs(i)))),s}function ud(e){return e===null?null:-e}var dd=48,fd=22,pd=15,md=24,hd=[0,.25,.5,.75],gd=1.7;function _d(e,t,r,a,o){let s=Yu(r,t.bodies[0],t.origin),c=[0,1,2].map(e=>vd(r,t.bodies[0],t,e)),l=[0,1,2].map(e=>vd(r,t.bodies[1],t,e)),u=S(e,s)*(o?gd:1),d={joint:t,origin:s,rows:c,turned:l,pixel:u,seen:t=>f(e,t)},p=t.kind===`ball`?cd(t.motions):null,m=p?bd(d,p):t.motions.map((e,t)=>yd(d,e,a[t]??0)),h=t.kind===`fixed`||t.kind===`ball`?``:Cd([-1,1].map(e=>d.seen(n(s,i(c[0],e*fd*u))))),{x:g,y:_,depth:v}=f(e,s);return{at:{x:g,y:_},depth:v,axis:h,limits:m.map(({limits:e})=>e).join(``),value:m.map(({value:e})=>e).join(``)}}function vd(e,t,i,a){return r(Yu(e,t,n(i.origin,Ju(i,a))),Yu(e,t,i.origin))}function yd({origin:e,rows:t,pixel:r,seen:a},o,s){if(o.turns){let c=(r,a)=>n(e,n(i(t[(o.row+1)%3],a*Math.cos(r)),i(t[(o.row+2)%3],a*Math.sin(r))));return{limits:Cd(xd(o.low,o.high).map(e=>a(c(e,pd*r)))),value:Cd([a(c(s,.35*pd*r)),a(c(s,1.25*pd*r))])}}let c=r=>n(e,i(t[o.row],r));return{limits:Cd([a(c(o.low??-44*r)),a(c(o.high??44*r))]),value:Sd(a(c(s)),a(c(s+r)))}}function bd(e,t){let{joint:r,origin:o,rows:s,turned:c,pixel:l,seen:u}=e,d=md*l,f=t.map(([e,t,r])=>u(n(o,n(i(s[0],d*e),n(i(s[1],d*t),i(s[2],d*r)))))),p=hd.map(e=>Cd([u(o),f[Math.round(e*(f.length-1))]])),m=Cd([u(o),u(n(o,i(c[0],1.2*d)))]),h=r.motions[0],g=h.low===null&&h.high===null,_=Math.atan2(-a(s[1],c[2]),a(s[2],c[2]));return[{limits:Cd(f)+p.join(``),value:m},...g?[]:[yd({...e,pixel:.7*l},h,_)]]}function xd(e,t){let n=e??(t??Math.PI)-2*Math.PI,r=Math.min(t??n+2*Math.PI,n+2*Math.PI),i=Math.max(2,Math.ceil(dd*(r-n)/(2*Math.PI)));return Array.from({length:i+1},(e,t)=>n+(r-n)*t/i)}function Sd(e,t){let n=t.x-e.x,r=t.y-e.y,i=Math.hypot(n,r)||1,a=7*-r/i,o=7*n/i;return Cd([{x:e.x+a,y:e.y+o},{x:e.x-a,y:e.y-o}])}function Cd(e){return e.map(({x:e,y:t},n)=>`${n?`L`:`M`}${e.toFixed(1)} ${t.toFixed(1)}`).join(``)}var wd=.3,Td=[[0,1],[2,3],[4,5],[6,7],[0,2],[1,3],[4,6],[5,7],[0,4],[1,5],[2,6],[3,7]],Ed=class{element=T(`g`,{class:`joint`,role:`button`});title=T(`title`,{});lines={halo:T(`path`,{class:`halo`}),limits:T(`path`,{class:`limits`}),axis:T(`path`,{class:`axis`}),value:T(`path`,{class:`value`})};spot=T(`circle`,{class:`spot`,r:4});reach=T(`circle`,{class:`reach`,r:9});constructor(e){this.element.append(this.title,...Object.values(this.lines),this.spot,this.reach),this.reach.addEventListener(`pointerdown`,e)}place(e,t,n){let{rig:r,pose:i,jointSelection:a}=t,o=r.mechanism,s=td(t,n),c=n===a,l=Array.from({length:3},(e,t)=>i?.values?.[3*n+t]??0),u=_d(e,s,i?.palette??null,l,c);this.element.toggleAttribute(`hidden`,Math.abs(u.depth)>=1),this.element.classList.toggle(`on`,c),this.element.classList.toggle(`fixed`,s.kind===`fixed`),this.element.style.opacity=String(c?1:wd+.7*s.confidence);let d=`${Hu(s.kind)}: ${Uu(o,s)}`;this.title.textContent!==d&&(this.title.textContent=d),this.element.setAttribute(`aria-label`,d),this.lines.halo.setAttribute(`d`,u.axis+u.limits),this.lines.limits.setAttribute(`d`,u.limits),this.lines.axis.setAttribute(`d`,u.axis),this.lines.value.setAttribute(`d`,u.value);for(let e of[this.spot,this.reach])e.setAttribute(`transform`,`translate(${u.at.x.toFixed(1)} ${u.at.y.toFixed(1)})`)}};function Dd(e){let{studio:t,stage:n}=e,r=T(`svg`,{class:`joint-marks`,role:`group`,"aria-label":`Joints`}),i=T(`path`,{class:`cells`}),a=[],o=n=>{let{state:o}=t.store,{document:s,rig:c,pose:l,showJoints:u,showCells:d,exploded:f,gesture:p,beside:m}=o,h=c?.method===`joints`&&s.method===`joints`&&!f&&!m?c.mechanism?.joints??[]:[],g=u&&(!l?.V||l.palette)?h:[];a.length!==g.length&&(a=g.map((t,n)=>new Ed(t=>{Od(e,n,t)})),r.replaceChildren(i,...a.map(({element:e})=>e))),r.classList.toggle(`asleep`,p!==null),a.forEach((e,t)=>{e.place(n,o,t)});let _=d&&h===c?.mechanism?.joints?c.cells??null:null;i.setAttribute(`d`,_?Ad(n,_,c.cellBody,l?.palette??null):``)};return n.onFrame(o),t.store.watch([`document`,`rig`,`pose`,`jointSelection`,`jointDraft`,`showJoints`,`showCells`,`exploded`,`gesture`,`beside`],()=>{o(n.lens)}),r.addEventListener(`wheel`,t=>{kd(e,t,new WheelEvent(`wheel`,t))},{passive:!1}),r}function Od(e,t,n){let{studio:r,stage:i}=e,{left:a,top:o}=i.canvas.getBoundingClientRect(),s=bi(r.store.state,i.lens,{x:n.clientX-a,y:n.clientY-o});if(n.button!==0||n.altKey||s||r.store.state.tool!==`pose`){kd(e,n,new PointerEvent(`pointerdown`,n));return}n.preventDefault();let{jointSelection:c}=r.store.state;r.store.set({jointSelection:c===t?null:t,partSelection:[],tab:`method`})}function kd({stage:e},t,n){t.preventDefault(),e.canvas.dispatchEvent(n)}function Ad(e,t,n,r){let i=[];return n.forEach((n,a)=>{let o=Array.from({length:8},(i,o)=>f(e,Yu(r,n,c(t,8*a+o))));for(let[e,t]of Td)i.push(Cd([o[e],o[t]]))}),i.join(``)}var jd=360;function Md(e,{rig:t,model:n},r){let i=t.mechanism,{motions:a}=i.joints[r];return a.flatMap((t,o)=>{if(t.value===null)return[];let s=`${qu(a,o)} of ${Uu(i,i.joints[r])}`;return[{joint:r,...Nd(e,t,t.value,s,n?.diagonal??1)}]})}function Nd({studio:{store:e,editor:t}},n,r,i,a){let[o,s]=Vu(n,a),c=t=>{let{document:{weights:n},pose:i}=e.state;return{weights:[...n??i?.settings??[]].map((e,n)=>n===r?Math.min(s,Math.max(o,t)):e)}},l=w(`input`,{label:i,attributes:{type:`range`,min:String(o),max:String(s),step:String((s-o)/jd)},on:{input:()=>{t.gesture(i,c(l.valueAsNumber))},change:()=>{t.end()}}}),u=w(`input`,{class:`number`,label:`${i}, ${n.turns?`in degrees`:`as a length`}`,title:n.turns?`Degrees`:`Length`,attributes:{type:`text`,inputmode:`decimal`},on:{change:()=>{let r=Ku(n,u.value);typeof r==`number`?t.edit(i,c(r)):d(e.state.pose?.settings??null)},keydown:e=>{(e.key===`Enter`||e.key===`Escape`)&&u.blur()}}}),d=t=>{let i=e.state.document.weights?.[r]??t?.[r]??0,a=100*(i-o)/(s-o),c=100*(Math.min(s,Math.max(o,0))-o)/(s-o);(document.activeElement!==l||Math.abs(l.valueAsNumber-i)>(s-o)/jd)&&(l.value=String(i)),l.style.setProperty(`--from`,`${Math.min(a,c)}%`),l.style.setProperty(`--to`,`${Math.max(a,c)}%`),document.activeElement!==u&&(u.value=String(Number(Number(Gu(n,Math.abs(i)<1e-6*(s-o)?0:i)).toPrecision(4))))};return{element:w(`div`,{class:`drive`},l,u,w(`span`,{class:`unit`},n.turns?`°`:``)),show:d}}var Pd=4;function Fd(e,t,n){let r=t.joints[n],i=Uu(t,r),a=(t,n)=>{e.studio.editor.edit(`${t} of ${i}`,Bu(e.studio.store.state.document,n))},o=Ju(r,0),s=k(`Flip the axis`,()=>{a(`Flip the axis`,zu(`axis`,{joint:n,axis:[-o[0],-o[1],-o[2]]}))},`small`),c=k(`Remove`,()=>{e.studio.store.set({jointSelection:null}),e.studio.editor.edit(`Remove the joint ${i}`,Bu(e.studio.store.state.document,zu(`remove`,{joint:n})))},`small`);return s.title=`Turn the axis round: what was forward is backward`,w(`div`,{class:`joint-fields`},w(`span`,{},`Kind`),Id(r,e=>{a(`Change the kind`,zu(`kind`,{joint:n,kind:e}))}),...r.motions.length?Ld(`Axis`,o,e=>{a(`Set the axis`,zu(`axis`,{joint:n,axis:e}))}):[],...r.motions.length?Ld(`Origin`,r.origin,e=>{a(`Set the origin`,zu(`origin`,{joint:n,origin:e}))}):[],...Rd(r,e=>{a(`Set the limits`,zu(`ranges`,{joint:n,ranges:e}))}),w(`div`,{class:`row`},...r.motions.length?[s]:[],c))}function Id(e,t){let n=w(`select`,{class:`number wide`,label:`Kind of the joint`,on:{change:()=>{t(n.value)}}},...Fu.map(([e,t])=>w(`option`,{attributes:{value:e}},t)));return n.value=e.kind,n}function Ld(e,t,n){let r=t.map(e=>String(Number(e.toFixed(Pd)))),i=[`x`,`y`,`z`].map((a,o)=>zd(`${e} ${a}`,r[o],e=>{let a=i.map((e,n)=>e.value===r[n]?t[n]:Number(e.value));a.every(Number.isFinite)&&e.value.trim()?n([a[0],a[1],a[2]]):e.value=r[o]}));return[w(`span`,{},e),...i]}function Rd(e,t){return e.motions.flatMap((n,r)=>{let i=qu(e.motions,r),a=(a,o)=>zd(`${o} of ${i.toLowerCase()}`,Gu(n,n[a]),i=>{let o=Ku(n,i.value),s=e.motions.map(({low:e,high:t},n)=>n===r?a===`low`?[o??null,t]:[e,o??null]:[e,t]),[c,l]=s[r];o===void 0||c!==null&&l!==null&&c>l?i.value=Gu(n,n[a]):t(s)},a===`low`?`−∞`:`∞`);return[w(`span`,{},i),a(`low`,`Lowest`),a(`high`,`Highest`),w(`span`,{class:`unit`},n.turns?`degrees`:`length`)]})}function zd(e,t,n,r=``){let i=w(`input`,{class:`number`,label:e,attributes:{type:`text`,inputmode:`decimal`,value:t,placeholder:r},on:{change:()=>{n(i)},keydown:e=>{(e.key===`Enter`||e.key===`Escape`)&&i.blur()}}});return i}var Bd=6,Vd=64;function Hd(e,t){let n=w(`ul`,{class:`parts`}),r=k(`Merge`,()=>{qd(e)}),i=k(`Join`,()=>{Jd(e)}),a=w(`input`,{class:`number`,label:`Cells along the longest side`,attributes:{type:`number`,min:`1`,max:String(Vd)},on:{change:()=>{Yd(e,a.valueAsNumber)}}}),o=w(`input`,{attributes:{type:`checkbox`,role:`switch`},on:{change:()=>{Yd(e,o.checked?Bd:null)}}}),s=w(`div`,{class:`row`},w(`label`,{class:`switch row`},o,w(`span`,{},`Soft`)),w(`span`,{class:`quiet`},`cells`),a);return Nu(e,[`partSelection`],t=>{let c=t.rig?.mechanism;n.contains(document.activeElement)&&document.activeElement?.tagName===`INPUT`||n.replaceChildren(...(c?.components??[]).map((n,r)=>Wd(e,c,r,t)));let l=c?Qu(c,t.partSelection):[];r.disabled=l.length<2,i.disabled=l.length!==2||Kd(c,l),r.title=`Make the selected parts one; select several by Shift-click`,i.title=`Put a joint between two selected parts that have none`,s.hidden=l.length===0;let u=l.length?c.components[l[0]].cells:null;o.checked=u!==null,a.disabled=u===null,a.value=String(u??Bd)},t),z(`Parts`,n,w(`div`,{class:`row`},r,i),s)}function Ud(e,t){let{editor:n,store:r}=e.studio,i=w(`p`,{class:`quiet`}),a=k(`Paint`,()=>{ql(e,`brush`)}),o=(e,t,i)=>{let{document:a}=r.state;r.set({tool:`pose`});let o=Bu(a,zu(i,{region:a.slices.joints.painted,...t}));n.edit(e,ot(o,`joints`,{painted:null}))},s=k(`Split off`,()=>{o(`Split off a part`,{},`split`)}),c=k(`Hinge`,()=>{o(`Hinge a part`,{kind:`revolute`},`hinge`)}),l=k(`Clear`,()=>{n.edit(`Clear what is painted`,ot(r.state.document,`joints`,{painted:null}))});return c.title=`Split it off, with a hinge along the seam`,t.push(r.watch([`document`,`tool`,`regions`],e=>{let t=ht(Lt(e,e.document.slices.joints.painted));i.textContent=t?`${t.toLocaleString(`en-US`)} vertices are painted.`:`Paint some of a part to make it a part of its own: the ear of a head.`;for(let e of[s,c,l])e.hidden=t===0;a.setAttribute(`aria-pressed`,String(e.tool===`brush`))})),z(`Split`,i,w(`div`,{class:`row`},a,s,c,l))}function Wd(e,t,n,{partSelection:r}){let{studio:i}=e,{name:a,cells:o}=t.components[n],s=r.includes(n),c=w(`span`,{class:`hue`});c.style.background=wn(n).code;let l=w(`input`,{class:`plain`,label:`Name of ${a}`,attributes:{type:`text`,value:a,maxlength:`60`},on:{change:()=>{let e=l.value.trim();e&&e!==a&&i.editor.edit(`Name ${e}`,Bu(i.store.state.document,zu(`rename`,{parts:[n],name:e})))},keydown:e=>{(e.key===`Enter`||e.key===`Escape`)&&l.blur()}}}),u=w(`button`,{class:`pick`,label:`Select ${a}`,attributes:{type:`button`,"aria-pressed":String(s)},on:{click:t=>{Gd(e,n,t.shiftKey)}}},c);return w(`li`,{class:s?`on`:``},u,l,o===null?null:w(`small`,{class:`quiet`},`soft, ${o}`))}function Gd({studio:e},t,n){let{partSelection:r}=e.store.state,i=r.includes(t),a=r.filter(e=>e!==t),o=i&&a.length===0?[]:[t];e.store.set({partSelection:n?i?a:[...a,t]:o,jointSelection:null})}function Kd({joints:e},[t,n]){return e.some(e=>e.a===t&&e.b===n||e.a===n&&e.b===t)}function qd({studio:e}){let{document:t,partSelection:n}=e.store.state;e.editor.edit(`Merge ${n.length} parts`,Bu(t,zu(`merge`,{parts:[...n]}))),e.store.set({partSelection:[Math.min(...n)],jointSelection:null})}function Jd({studio:e}){let{document:t,partSelection:n,rig:r}=e.store.state,i=r?.mechanism?.joints.length??0;e.editor.edit(`Join two parts`,Bu(t,zu(`join`,{parts:[...n],kind:`ball`}))),e.store.set({partSelection:[],jointSelection:i})}function Yd({studio:e},t){let{document:n,partSelection:r,rig:i}=e.store.state,a=i?.mechanism?.components??[];if(Number.isNaN(t))return;let o=t===null?null:Math.round(Math.max(1,Math.min(Vd,t))),s=r.map(e=>o===null?zu(`harden`,{parts:[e]}):zu(`soften`,{parts:[e],cells:o})),c=r.length===1?a.at(r[0])?.name??`a part`:`${r.length} parts`;e.editor.edit(o===null?`Stiffen ${c}`:`Soften ${c}`,Bu(n,...s))}var Xd=[[`partColours`,`Parts in colours`],[`showJoints`,`Joints`],[`showCells`,`Cells of soft parts`],[`exploded`,`Exploded view`]];function Zd(e){let t=[];return{element:w(`div`,{class:`sections`},Qd(e,t),Hd(e,t),Ud(e,t),ef(e,t),tn(e,t)),dispose:()=>{t.forEach(e=>{e()})}}}function Qd(e,t){let{store:n}=e.studio,r=w(`ul`,{class:`joints`}),i=w(`p`,{class:`quiet`},`No joints. Select two parts below, and join them.`),a=[],o=[],s=({rig:e,pose:t,model:n})=>{for(let{show:e}of o)e(t?.settings??null);e?.mechanism?.joints.forEach((e,r)=>{let i=e.motions.map((e,i)=>Wu(e,t?.values?.[3*r+i]??0,n?.diagonal??1)).join(` · `);a[r]&&a[r].textContent!==i&&(a[r].textContent=i)})};return Nu(e,[`jointSelection`],t=>{let n=t.rig?.mechanism?.joints.length??0;a=Array.from({length:n},()=>w(`span`,{class:`figure`})),o=a.flatMap((n,r)=>Md(e,t,r)),j(r,...a.map((n,r)=>$d(e,t,r,n,o.filter(({joint:e})=>e===r)))),i.hidden=n>0||!t.rig,s(t),t.jointSelection!==null&&r.children.item(t.jointSelection)?.scrollIntoView({block:`nearest`})},t),t.push(n.watch([`pose`],s)),z(`Joints`,i,r)}function $d(e,{rig:t,jointSelection:n},r,i,a){let o=t.mechanism,s=o.joints[r],c=r===n,l=Uu(o,s),u=s.confidence<.995?` · ${Math.round(100*s.confidence)}% sure`:``,d=w(`button`,{class:`pick`,attributes:{type:`button`,"aria-expanded":String(c)},on:{click:()=>{e.studio.store.set({jointSelection:c?null:r,partSelection:[]})}}},w(`span`,{class:`unseen`},`Joint `),w(`span`,{class:`name`,title:l},l),i,w(`small`,{},`${Hu(s.kind)}${u}`));return i.hidden=a.length>0,w(`li`,{class:c?`on`:``},d,...a.map(({element:e})=>e),c?Fd(e,o,r):null)}function ef(e,t){let{store:n}=e.studio;return z(`Show`,...Xd.map(([e,r])=>{let i=w(`input`,{attributes:{type:`checkbox`,role:`switch`},on:{change:()=>{n.set({[e]:i.checked})}}}),a=w(`label`,{class:`switch`},w(`span`,{},r),i);return t.push(n.watch([e,`rig`],t=>{i.checked=t[e],a.hidden=e===`showCells`&&!t.rig?.cells})),a}),nn(e,[[`deformation`,`Stretch`]],t))}var tf={settings:{partColours:!0,showJoints:!0,showCells:!0,followedEdits:[]},model:{jointDraft:null},method:{exploded:!1},selection:{jointSelection:null}},nf={verbs:[`Paint`,`Erase`],fades:!1,underHandles:!0,region:({slices:e})=>e.joints.painted,marked({studio:e}){let{state:t}=e.store;return mt(Lt(t,t.document.slices.joints.painted),(t.model?.V.length??0)/3)},keep({studio:e},t,n){e.editor.edit(t,ot(e.store.state.document,`joints`,{painted:n}))}},rf=class{bench;part;from;moved=0;last;constructor(e,t,n){this.bench=e,this.part=t,this.from=n,this.last=n}move(e){this.moved+=Math.hypot(e.x-this.last.x,e.y-this.last.y),this.moved>=3&&(this.bench.stage.camera.orbit(e.x-this.last.x,e.y-this.last.y),this.bench.stage.invalidate()),this.last=e}finish(){this.moved<3&&Gd(this.bench,this.part,this.from.shiftKey)}cancel(){this.moved=3}};function af(e,t,n){let{exploded:r,rig:i,model:a}=e.studio.store.state;if(r)return!n||!i?.component||!a?null:new rf(e,i.component[a.F[3*n.face]],t)}function of({store:e,editor:t},{slices:{joints:{edits:n}}}){let{document:r,followedEdits:i}=e.state;n!==i&&r.slices.joints.edits===n&&t.refuse()}var sf={slices:{joints:Pu},left:e=>({joints:{...e.joints,painted:null}}),baked:e=>({joints:{...e.joints,painted:null}}),state:tf,rig:({view:e},t)=>({mechanism:e,component:qt(t,`component`),cells:Kt(t,`cells`),cellBody:qt(t,`cell_body`)}),pose:e=>({values:Kt(e,`values`),settings:Kt(e,`settings`)}),posed:({store:e},{slices:t})=>{e.set({followedEdits:t.joints.edits})},refused:of,awaited:({followedEdits:e,document:t})=>e===t.slices.joints.edits?`Finding the pose`:`Making the parts anew`,paint:nf,press:af,hidesHandles:({exploded:e})=>e,panel:Zd,overlay:e=>w(`div`,{class:`layers`},Dd(e),ad(e)),colours:{resting:({tool:e,partSelection:t,jointSelection:n})=>e===`pose`&&t.length===0&&n===null,follows:[`partColours`,`jointSelection`],of:ku},rest:{follows:[`exploded`],of:Mu},exports:[{kind:`parts`,title:`GLB with parts`,hint:`a node for each part, with its joints`},{kind:`urdf`,title:`URDF`,hint:`parts and joints for robots, in an archive`},{kind:`mjcf`,title:`MJCF`,hint:`for MuJoCo, in an archive`},{kind:`usd`,title:`USD physics`,hint:`for Isaac Sim and others, in an archive`}]},cf=12,lf=2,uf=.1;function df(e,t,n=()=>({})){let{store:r}=e.studio,i=w(`input`,{attributes:{type:`checkbox`,role:`switch`},on:{change:()=>{e.studio.rebuild({...n(),regions:i.checked?cf:1},i.checked?`Finding parts`:`Joining the parts`)}}}),a=nn(e,[[`followed`,`Which example leads`]],t),o=w(`ol`,{class:`regions`});return t.push(r.watch([`rig`,`progress`],({rig:e,progress:t})=>{i.checked=(e?.regions??1)>1,i.disabled=e===null||t!==null,a.hidden=!i.checked})),t.push(r.watch([`pose`,`model`,`rig`],t=>{o.replaceChildren(...ff(t).map((t,n)=>mf(e,t,n))),o.hidden=o.childElementCount===0})),t.push(()=>{r.set({partNear:null})}),z(`Parts`,w(`label`,{class:`switch`,title:`A leg may follow one example while the tail follows another`},w(`span`,{},`Follow examples of their own`),i),a,o)}function ff({pose:e,model:t,rig:n}){let r=Xt(t,n).map(e=>t?.examples[e]??``),i=r.length,a=e?.regional;return!a||i===0?[]:Array.from({length:a.length/i},(e,t)=>pf(r,a.subarray(t*i,(t+1)*i)))}function pf(e,t){return e.map((e,t)=>t).sort((e,n)=>t[n]-t[e]).filter((e,n)=>n===0||t[e]>=uf).slice(0,lf).map(n=>`${e[n]} ${t[n].toFixed(2)}`).join(`, `)}function mf({studio:{store:e}},t,n){let r=t=>()=>{e.set({partNear:t?n:null})};return w(`li`,{title:`Show this part on the mesh, where its colours are shown`,attributes:{tabindex:`0`},on:{pointerenter:r(!0),pointerleave:r(!1),focus:r(!0),blur:r(!1)}},t)}var hf={blends:!0,freezes:!0,paint:{verbs:[`Freeze`,`Thaw`],fades:!1,underHandles:!1,region:({frozen:e})=>e,marked({studio:e}){let{state:t}=e.store;return mt(Rt(t),(t.model?.V.length??0)/3)},keep({studio:e},t,n){e.editor.edit(t,{frozen:n})}},overlays:{residual:{title:`Distance from the blend`,moves:!0,unblended:`A free blend has no distance from itself. Pull a handle first.`}},panel(e){let t=[];return{element:w(`div`,{class:`sections`},z(`Show`,nn(e,[[`deformation`,`Stretch`],[`residual`,`Distance from the blend`]],t)),z(`Freeze`,gf(e,t)),df(e,t),ln(e,t),tn(e,t)),dispose:()=>{t.forEach(e=>{e()})}}}};function gf(e,t){let n=w(`p`,{class:`quiet`}),r=k(`Paint`,()=>{ql(e,`brush`)}),i=k(`Thaw all`,()=>{e.studio.editor.edit(`Thaw all`,{frozen:null})});return t.push(e.studio.store.watch([`document`,`tool`,`regions`],e=>{let t=ht(Rt(e));n.textContent=t?`${t.toLocaleString(`en-US`)} vertices stay where they were painted.`:`Painted regions stay where they are.`,i.disabled=t===0,r.setAttribute(`aria-pressed`,String(e.tool===`brush`))})),w(`div`,{},n,w(`div`,{class:`row`},r,i))}var _f=500,vf={blends:!0,overlays:{controls:{title:`Controls and their share`,swatches:!0}},paint:`Freezing needs MeshIK: a reduced rig moves controls, not single vertices.`,panel(e){let t=[],n=w(`input`,{class:`number`,label:`How many controls; empty: as many as are needed`,attributes:{type:`number`,min:`1`,max:String(_f),placeholder:`auto`}});return{element:w(`div`,{class:`sections`},z(`Show`,nn(e,[[`controls`,`Controls and proxies`],[`deformation`,`Stretch`]],t)),df(e,t,()=>bf(n)),ln(e,t),z(`Learn again`,yf(e,n,t)),tn(e,t)),dispose:()=>{t.forEach(e=>{e()})}}}};function yf({studio:e},t,n){let r=k(`Learn`,()=>{e.rebuild({...bf(t),regions:e.store.state.rig?.regions??1},`Learning`)});return n.push(e.store.watch([`progress`],({progress:e})=>{r.disabled=e!==null})),w(`div`,{class:`row`},w(`label`,{class:`quiet`},`Controls`),t,r)}function bf({value:e}){let t=Number.parseInt(e,10);return Number.isFinite(t)?{controls:Math.min(_f,Math.max(1,t))}:{}}var xf=new Map(Object.entries(t({cage:()=>lo,handles:()=>Cu,joints:()=>sf,meshik:()=>hf,reduced:()=>vf}))),Sf=[...xf.values()];function B(e){return xf.get(e)??mn}function Cf(e){return`${e.method} ${JSON.stringify(Tf(e))}`}function wf(e){return`${e.method} ${JSON.stringify(B(e.method).made?.(e)??{})}`}function Tf(e){return B(e.method).wanted?.(e)??{}}function Ef(e,t,n,r){let i=new Map,a=Kt(t,`reached`);return a&&n.handles.forEach((e,t)=>i.set(e.id,c(a,t))),{palette:Kt(t,`palette`),V:Kt(t,`V`),points:Kt(t,`points`),contacts:Kt(t,`contacts`),regional:Kt(t,`regional`),reached:i,...B(e).pose?.(t,n,r)}}function Df(...e){return Sf.flatMap(({state:t})=>e.map(e=>t?.[e]??{})).reduce((e,t)=>({...e,...t}),{})}function Of(e){return Sf.reduce((e,t)=>({...e,...t.left?.(e)}),e)}function kf(e){return Sf.reduce((e,t)=>({...e,...t.baked?.(e)}),e)}var Af={kind:`weights`,title:`Blend`,of:({document:e})=>e.weights,put:(e,t)=>({weights:t}),names:({model:e,rig:t})=>Xt(e,t).map(t=>e?.examples[t]??``),shown:({document:e},t)=>e.timeline.rows.some(({numbers:e,keys:n})=>e===`weights`&&n.some(({targets:e})=>e[t]!==0))};function jf(e){let t=B(e);return t.numbers??(t.blends?Af:null)}function Mf({method:e,timeline:t}){let n=jf(e)?.kind;return t.rows.find(({numbers:e})=>e!==null&&e===n)}function Nf(e){let t=Mf(e)?{...e,...jf(e.method)?.put(e,[])}:e;return{...t,slices:kf(t.slices)}}var Pf={deformation:{title:`Stretch`,moves:!0},followed:{title:`Which example leads`,swatches:!0,moves:!0,unblended:`In a free blend all parts follow one mix. Pull a handle first.`}};function Ff(e,t){return Pf[t]??B(e).overlays?.[t]??{title:t}}var If=at(Sf.reduce((e,{slices:t})=>({...e,...t}),{})),Lf={...Ft,...Df(`settings`,`model`,`method`,`selection`),document:If},Rf={model:null,session:null,kept:{sent:0,safe:0,failure:null},unbuilt:null,rig:null,pose:null,thumbnails:new Map,pictures:new Map,overlay:null,overlayWanted:null,regions:new Map,plane:null,partner:null,asymmetric:null,shapes:new Map,mirror:!1,painting:null,beside:null,document:If,history:Ct,selection:[],partSelection:[],keySelection:[],timelineOpen:!1,span:null,graphPoints:[],curvesFlipped:[],keyCopies:[],playing:!1,playhead:null,baking:null,clip:null,ghosts:[],told:new Map,tool:`pose`,gesture:null,dragged:!1,choices:[],seen:Ft.seen,turntable:!1,reference:null,...Df(`model`,`method`,`selection`)},zf=1e3,Bf=1001,Vf=1002,Hf=1003,Uf=1004,Wf=1005,Gf=1006,Kf=1007,qf=1008,Jf=1009,Yf=1010,Xf=1011,Zf=1012,Qf=1013,$f=1014,ep=1015,tp=1016,np=1017,rp=1018,ip=1020,ap=35902,op=35899,sp=1021,cp=1022,lp=1023,up=1026,dp=1027,fp=1028,pp=1029,mp=1030,hp=1031,gp=1033,_p=33776,vp=33777,yp=33778,bp=33779,xp=35840,Sp=35841,Cp=35842,wp=35843,Tp=36196,Ep=37492,Dp=37496,Op=37488,kp=37489,Ap=37490,jp=37491,Mp=37808,Np=37809,Pp=37810,Fp=37811,Ip=37812,Lp=37813,Rp=37814,zp=37815,Bp=37816,Vp=37817,Hp=37818,Up=37819,Wp=37820,Gp=37821,Kp=36492,qp=36494,Jp=36495,Yp=36283,Xp=36284,Zp=36285,Qp=36286,$p=2300,em=2301,tm=2302,nm=2303,rm=2400,im=2401,am=2402,om=3200,sm=3201,cm=`srgb`,lm=`srgb-linear`,um=`linear`,dm=`srgb`,fm=7680,pm=35044,mm=2e3;function hm(e){for(let t=e.length-1;t>=0;--t)if(e[t]>=65535)return!0;return!1}function gm(e){return ArrayBuffer.isView(e)&&!(e instanceof DataView)}function _m(e){return document.createElementNS(`http://www.w3.org/1999/xhtml`,e)}function vm(){let e=_m(`canvas`);return e.style.display=`block`,e}var ym={};function bm(...e){let t=`THREE.`+e.shift();console.log(t,...e)}function xm(e){let t=e[0];if(typeof t==`string`&&t.startsWith(`TSL:`)){let t=e[1];t&&t.isStackTrace?e[0]+=` `+t.getLocation():e[1]=`Stack trace not available. Enable "THREE.Node.captureStackTrace" to capture stack traces.`}return e}function V(...e){e=xm(e);let t=`THREE.`+e.shift();{let n=e[0];n&&n.isStackTrace?console.warn(n.getError(t)):console.warn(t,...e)}}function H(...e){e=xm(e);let t=`THREE.`+e.shift();{let n=e[0];n&&n.isStackTrace?console.error(n.getError(t)):console.error(t,...e)}}function Sm(...e){let t=e.join(` `);t in ym||(ym[t]=!0,V(...e))}function Cm(e,t,n){return new Promise(function(r,i){function a(){switch(e.clientWaitSync(t,e.SYNC_FLUSH_COMMANDS_BIT,0)){case e.WAIT_FAILED:i();break;case e.TIMEOUT_EXPIRED:setTimeout(a,n);break;default:r()}}setTimeout(a,n)})}var wm={0:0,2:6,4:4,3:5,1:1,6:2,7:7,5:3},Tm=class{addEventListener(e,t){this._listeners===void 0&&(this._listeners={});let n=this._listeners;n[e]===void 0&&(n[e]=[]),n[e].indexOf(t)===-1&&n[e].push(t)}hasEventListener(e,t){let n=this._listeners;return n!==void 0&&n[e]!==void 0&&n[e].indexOf(t)!==-1}removeEventListener(e,t){let n=this._listeners;if(n===void 0)return;let r=n[e];if(r!==void 0){let e=r.indexOf(t);e!==-1&&r.splice(e,1)}}dispatchEvent(e){let t=this._listeners;if(t===void 0)return;let n=t[e.type];if(n!==void 0){e.target=this;let t=n.slice(0);for(let n=0,r=t.length;n<r;n++)t[n].call(this,e);e.target=null}}},Em=`00.01.02.03.04.05.06.07.08.09.0a.0b.0c.0d.0e.0f.10.11.12.13.14.15.16.17.18.19.1a.1b.1c.1d.1e.1f.20.21.22.23.24.25.26.27.28.29.2a.2b.2c.2d.2e.2f.30.31.32.33.34.35.36.37.38.39.3a.3b.3c.3d.3e.3f.40.41.42.43.44.45.46.47.48.49.4a.4b.4c.4d.4e.4f.50.51.52.53.54.55.56.57.58.59.5a.5b.5c.5d.5e.5f.60.61.62.63.64.65.66.67.68.69.6a.6b.6c.6d.6e.6f.70.71.72.73.74.75.76.77.78.79.7a.7b.7c.7d.7e.7f.80.81.82.83.84.85.86.87.88.89.8a.8b.8c.8d.8e.8f.90.91.92.93.94.95.96.97.98.99.9a.9b.9c.9d.9e.9f.a0.a1.a2.a3.a4.a5.a6.a7.a8.a9.aa.ab.ac.ad.ae.af.b0.b1.b2.b3.b4.b5.b6.b7.b8.b9.ba.bb.bc.bd.be.bf.c0.c1.c2.c3.c4.c5.c6.c7.c8.c9.ca.cb.cc.cd.ce.cf.d0.d1.d2.d3.d4.d5.d6.d7.d8.d9.da.db.dc.dd.de.df.e0.e1.e2.e3.e4.e5.e6.e7.e8.e9.ea.eb.ec.ed.ee.ef.f0.f1.f2.f3.f4.f5.f6.f7.f8.f9.fa.fb.fc.fd.fe.ff`.split(`.`),Dm=1234567,Om=Math.PI/180,km=180/Math.PI;function Am(){let e=Math.random()*4294967295|0,t=Math.random()*4294967295|0,n=Math.random()*4294967295|0,r=Math.random()*4294967295|0;return(Em[e&255]+Em[e>>8&255]+Em[e>>16&255]+Em[e>>24&255]+`-`+Em[t&255]+Em[t>>8&255]+`-`+Em[t>>16&15|64]+Em[t>>24&255]+`-`+Em[n&63|128]+Em[n>>8&255]+`-`+Em[n>>16&255]+Em[n>>24&255]+Em[r&255]+Em[r>>8&255]+Em[r>>16&255]+Em[r>>24&255]).toLowerCase()}function U(e,t,n){return Math.max(t,Math.min(n,e))}function jm(e,t){return(e%t+t)%t}function Mm(e,t,n,r,i){return r+(e-t)*(i-r)/(n-t)}function Nm(e,t,n){return e===t?0:(n-e)/(t-e)}function Pm(e,t,n){return(1-n)*e+n*t}function Fm(e,t,n,r){return Pm(e,t,1-Math.exp(-n*r))}function Im(e,t=1){return t-Math.abs(jm(e,t*2)-t)}function Lm(e,t,n){return e<=t?0:e>=n?1:(e=(e-t)/(n-t),e*e*(3-2*e))}function Rm(e,t,n){return e<=t?0:e>=n?1:(e=(e-t)/(n-t),e*e*e*(e*(e*6-15)+10))}function zm(e,t){return e+Math.floor(Math.random()*(t-e+1))}function Bm(e,t){return e+Math.random()*(t-e)}function Vm(e){return e*(.5-Math.random())}function Hm(e){e!==void 0&&(Dm=e);let t=Dm+=1831565813;return t=Math.imul(t^t>>>15,t|1),t^=t+Math.imul(t^t>>>7,t|61),((t^t>>>14)>>>0)/4294967296}function Um(e){return e*Om}function Wm(e){return e*km}function Gm(e){return e>0&&Number.isInteger(e)&&2**Math.round(Math.log2(e))===e}function Km(e){return 2**Math.ceil(Math.log(e)/Math.LN2)}function qm(e){return 2**Math.floor(Math.log(e)/Math.LN2)}function Jm(e,t,n,r,i){let a=Math.cos,o=Math.sin,s=a(n/2),c=o(n/2),l=a((t+r)/2),u=o((t+r)/2),d=a((t-r)/2),f=o((t-r)/2),p=a((r-t)/2),m=o((r-t)/2);switch(i){case`XYX`:e.set(s*u,c*d,c*f,s*l);break;case`YZY`:e.set(c*f,s*u,c*d,s*l);break;case`ZXZ`:e.set(c*d,c*f,s*u,s*l);break;case`XZX`:e.set(s*u,c*m,c*p,s*l);break;case`YXY`:e.set(c*p,s*u,c*m,s*l);break;case`ZYZ`:e.set(c*m,c*p,s*u,s*l);break;default:V(`MathUtils: .setQuaternionFromProperEuler() encountered an unknown order: `+i)}}function Ym(e){switch(e.constructor){case Uint32Array:return 4294967295;case Uint16Array:return 65535;case Uint8Array:case Uint8ClampedArray:return 255;case Int32Array:return 2147483647;case Int16Array:return 32767;case Int8Array:return 127;default:return}}function Xm(e,t){if(t.constructor===Float32Array)return e;let n=Ym(t);if(n===void 0)throw Error(`THREE.MathUtils: Invalid component type.`);return Math.max(e/n,-1)}function Zm(e,t){if(t.constructor===Float32Array)return e;let n=Ym(t);if(n===void 0)throw Error(`THREE.MathUtils: Invalid component type.`);return Math.round(e*n)}var Qm={DEG2RAD:Om,RAD2DEG:km,generateUUID:Am,clamp:U,euclideanModulo:jm,mapLinear:Mm,inverseLerp:Nm,lerp:Pm,damp:Fm,pingpong:Im,smoothstep:Lm,smootherstep:Rm,randInt:zm,randFloat:Bm,randFloatSpread:Vm,seededRandom:Hm,degToRad:Um,radToDeg:Wm,isPowerOfTwo:Gm,ceilPowerOfTwo:Km,floorPowerOfTwo:qm,setQuaternionFromProperEuler:Jm,normalize:Zm,denormalize:Xm},W=class{static{this.prototype.isVector2=!0}constructor(e=0,t=0){this.x=e,this.y=t}get width(){return this.x}set width(e){this.x=e}get height(){return this.y}set height(e){this.y=e}set(e,t){return this.x=e,this.y=t,this}setScalar(e){return this.x=e,this.y=e,this}setX(e){return this.x=e,this}setY(e){return this.y=e,this}setComponent(e,t){switch(e){case 0:this.x=t;break;case 1:this.y=t;break;default:throw Error(`THREE.Vector2: index is out of range: `+e)}return this}getComponent(e){switch(e){case 0:return this.x;case 1:return this.y;default:throw Error(`THREE.Vector2: index is out of range: `+e)}}clone(){return new this.constructor(this.x,this.y)}copy(e){return this.x=e.x,this.y=e.y,this}add(e){return this.x+=e.x,this.y+=e.y,this}addScalar(e){return this.x+=e,this.y+=e,this}addVectors(e,t){return this.x=e.x+t.x,this.y=e.y+t.y,this}addScaledVector(e,t){return this.x+=e.x*t,this.y+=e.y*t,this}sub(e){return this.x-=e.x,this.y-=e.y,this}subScalar(e){return this.x-=e,this.y-=e,this}subVectors(e,t){return this.x=e.x-t.x,this.y=e.y-t.y,this}multiply(e){return this.x*=e.x,this.y*=e.y,this}multiplyScalar(e){return this.x*=e,this.y*=e,this}divide(e){return this.x/=e.x,this.y/=e.y,this}divideScalar(e){return this.multiplyScalar(1/e)}applyMatrix3(e){let t=this.x,n=this.y,r=e.elements;return this.x=r[0]*t+r[3]*n+r[6],this.y=r[1]*t+r[4]*n+r[7],this}min(e){return this.x=Math.min(this.x,e.x),this.y=Math.min(this.y,e.y),this}max(e){return this.x=Math.max(this.x,e.x),this.y=Math.max(this.y,e.y),this}clamp(e,t){return this.x=U(this.x,e.x,t.x),this.y=U(this.y,e.y,t.y),this}clampScalar(e,t){return this.x=U(this.x,e,t),this.y=U(this.y,e,t),this}clampLength(e,t){let n=this.length();return this.divideScalar(n||1).multiplyScalar(U(n,e,t))}floor(){return this.x=Math.floor(this.x),this.y=Math.floor(this.y),this}ceil(){return this.x=Math.ceil(this.x),this.y=Math.ceil(this.y),this}round(){return this.x=Math.round(this.x),this.y=Math.round(this.y),this}roundToZero(){return this.x=Math.trunc(this.x),this.y=Math.trunc(this.y),this}negate(){return this.x=-this.x,this.y=-this.y,this}dot(e){return this.x*e.x+this.y*e.y}cross(e){return this.x*e.y-this.y*e.x}lengthSq(){return this.x*this.x+this.y*this.y}length(){return Math.sqrt(this.x*this.x+this.y*this.y)}manhattanLength(){return Math.abs(this.x)+Math.abs(this.y)}normalize(){return this.divideScalar(this.length()||1)}angle(){return Math.atan2(-this.y,-this.x)+Math.PI}angleTo(e){let t=Math.sqrt(this.lengthSq()*e.lengthSq());if(t===0)return Math.PI/2;let n=this.dot(e)/t;return Math.acos(U(n,-1,1))}distanceTo(e){return Math.sqrt(this.distanceToSquared(e))}distanceToSquared(e){let t=this.x-e.x,n=this.y-e.y;return t*t+n*n}manhattanDistanceTo(e){return Math.abs(this.x-e.x)+Math.abs(this.y-e.y)}setLength(e){return this.normalize().multiplyScalar(e)}lerp(e,t){return this.x+=(e.x-this.x)*t,this.y+=(e.y-this.y)*t,this}lerpVectors(e,t,n){return this.x=e.x+(t.x-e.x)*n,this.y=e.y+(t.y-e.y)*n,this}equals(e){return e.x===this.x&&e.y===this.y}fromArray(e,t=0){return this.x=e[t],this.y=e[t+1],this}toArray(e=[],t=0){return e[t]=this.x,e[t+1]=this.y,e}fromBufferAttribute(e,t){return this.x=e.getX(t),this.y=e.getY(t),this}rotateAround(e,t){let n=Math.cos(t),r=Math.sin(t),i=this.x-e.x,a=this.y-e.y;return this.x=i*n-a*r+e.x,this.y=i*r+a*n+e.y,this}random(){return this.x=Math.random(),this.y=Math.random(),this}*[Symbol.iterator](){yield this.x,yield this.y}},$m=class{constructor(e=0,t=0,n=0,r=1){this.isQuaternion=!0,this._x=e,this._y=t,this._z=n,this._w=r}static slerpFlat(e,t,n,r,i,a,o){let s=n[r+0],c=n[r+1],l=n[r+2],u=n[r+3],d=i[a+0],f=i[a+1],p=i[a+2],m=i[a+3];if(u!==m||s!==d||c!==f||l!==p){let e=s*d+c*f+l*p+u*m;e<0&&(d=-d,f=-f,p=-p,m=-m,e=-e);let t=1-o;if(e<.9995){let n=Math.acos(e),r=Math.sin(n);t=Math.sin(t*n)/r,o=Math.sin(o*n)/r,s=s*t+d*o,c=c*t+f*o,l=l*t+p*o,u=u*t+m*o}else{s=s*t+d*o,c=c*t+f*o,l=l*t+p*o,u=u*t+m*o;let e=1/Math.sqrt(s*s+c*c+l*l+u*u);s*=e,c*=e,l*=e,u*=e}}e[t]=s,e[t+1]=c,e[t+2]=l,e[t+3]=u}static multiplyQuaternionsFlat(e,t,n,r,i,a){let o=n[r],s=n[r+1],c=n[r+2],l=n[r+3],u=i[a],d=i[a+1],f=i[a+2],p=i[a+3];return e[t]=o*p+l*u+s*f-c*d,e[t+1]=s*p+l*d+c*u-o*f,e[t+2]=c*p+l*f+o*d-s*u,e[t+3]=l*p-o*u-s*d-c*f,e}get x(){return this._x}set x(e){this._x=e,this._onChangeCallback()}get y(){return this._y}set y(e){this._y=e,this._onChangeCallback()}get z(){return this._z}set z(e){this._z=e,this._onChangeCallback()}get w(){return this._w}set w(e){this._w=e,this._onChangeCallback()}set(e,t,n,r){return this._x=e,this._y=t,this._z=n,this._w=r,this._onChangeCallback(),this}clone(){return new this.constructor(this._x,this._y,this._z,this._w)}copy(e){return this._x=e.x,this._y=e.y,this._z=e.z,this._w=e.w,this._onChangeCallback(),this}setFromEuler(e,t=!0){let n=e._x,r=e._y,i=e._z,a=e._order,o=Math.cos,s=Math.sin,c=o(n/2),l=o(r/2),u=o(i/2),d=s(n/2),f=s(r/2),p=s(i/2);switch(a){case`XYZ`:this._x=d*l*u+c*f*p,this._y=c*f*u-d*l*p,this._z=c*l*p+d*f*u,this._w=c*l*u-d*f*p;break;case`YXZ`:this._x=d*l*u+c*f*p,this._y=c*f*u-d*l*p,this._z=c*l*p-d*f*u,this._w=c*l*u+d*f*p;break;case`ZXY`:this._x=d*l*u-c*f*p,this._y=c*f*u+d*l*p,this._z=c*l*p+d*f*u,this._w=c*l*u-d*f*p;break;case`ZYX`:this._x=d*l*u-c*f*p,this._y=c*f*u+d*l*p,this._z=c*l*p-d*f*u,this._w=c*l*u+d*f*p;break;case`YZX`:this._x=d*l*u+c*f*p,this._y=c*f*u+d*l*p,this._z=c*l*p-d*f*u,this._w=c*l*u-d*f*p;break;case`XZY`:this._x=d*l*u-c*f*p,this._y=c*f*u-d*l*p,this._z=c*l*p+d*f*u,this._w=c*l*u+d*f*p;break;default:V(`Quaternion: .setFromEuler() encountered an unknown order: `+a)}return t===!0&&this._onChangeCallback(),this}setFromAxisAngle(e,t){let n=t/2,r=Math.sin(n);return this._x=e.x*r,this._y=e.y*r,this._z=e.z*r,this._w=Math.cos(n),this._onChangeCallback(),this}setFromRotationMatrix(e){let t=e.elements,n=t[0],r=t[4],i=t[8],a=t[1],o=t[5],s=t[9],c=t[2],l=t[6],u=t[10],d=n+o+u;if(d>0){let e=.5/Math.sqrt(d+1);this._w=.25/e,this._x=(l-s)*e,this._y=(i-c)*e,this._z=(a-r)*e}else if(n>o&&n>u){let e=2*Math.sqrt(1+n-o-u);this._w=(l-s)/e,this._x=.25*e,this._y=(r+a)/e,this._z=(i+c)/e}else if(o>u){let e=2*Math.sqrt(1+o-n-u);this._w=(i-c)/e,this._x=(r+a)/e,this._y=.25*e,this._z=(s+l)/e}else{let e=2*Math.sqrt(1+u-n-o);this._w=(a-r)/e,this._x=(i+c)/e,this._y=(s+l)/e,this._z=.25*e}return this._onChangeCallback(),this}setFromUnitVectors(e,t){let n=e.dot(t)+1;return n<1e-8?(n=0,Math.abs(e.x)>Math.abs(e.z)?(this._x=-e.y,this._y=e.x,this._z=0,this._w=n):(this._x=0,this._y=-e.z,this._z=e.y,this._w=n)):(this._x=e.y*t.z-e.z*t.y,this._y=e.z*t.x-e.x*t.z,this._z=e.x*t.y-e.y*t.x,this._w=n),this.normalize()}angleTo(e){return 2*Math.acos(Math.abs(U(this.dot(e),-1,1)))}rotateTowards(e,t){let n=this.angleTo(e);if(n===0)return this;let r=Math.min(1,t/n);return this.slerp(e,r),this}identity(){return this.set(0,0,0,1)}invert(){return this.conjugate()}conjugate(){return this._x*=-1,this._y*=-1,this._z*=-1,this._onChangeCallback(),this}dot(e){return this._x*e._x+this._y*e._y+this._z*e._z+this._w*e._w}lengthSq(){return this._x*this._x+this._y*this._y+this._z*this._z+this._w*this._w}length(){return Math.sqrt(this._x*this._x+this._y*this._y+this._z*this._z+this._w*this._w)}normalize(){let e=this.length();return e===0?(this._x=0,this._y=0,this._z=0,this._w=1):(e=1/e,this._x*=e,this._y*=e,this._z*=e,this._w*=e),this._onChangeCallback(),this}multiply(e){return this.multiplyQuaternions(this,e)}premultiply(e){return this.multiplyQuaternions(e,this)}multiplyQuaternions(e,t){let n=e._x,r=e._y,i=e._z,a=e._w,o=t._x,s=t._y,c=t._z,l=t._w;return this._x=n*l+a*o+r*c-i*s,this._y=r*l+a*s+i*o-n*c,this._z=i*l+a*c+n*s-r*o,this._w=a*l-n*o-r*s-i*c,this._onChangeCallback(),this}slerp(e,t){let n=e._x,r=e._y,i=e._z,a=e._w,o=this.dot(e);o<0&&(n=-n,r=-r,i=-i,a=-a,o=-o);let s=1-t;if(o<.9995){let e=Math.acos(o),c=Math.sin(e);s=Math.sin(s*e)/c,t=Math.sin(t*e)/c,this._x=this._x*s+n*t,this._y=this._y*s+r*t,this._z=this._z*s+i*t,this._w=this._w*s+a*t,this._onChangeCallback()}else this._x=this._x*s+n*t,this._y=this._y*s+r*t,this._z=this._z*s+i*t,this._w=this._w*s+a*t,this.normalize();return this}slerpQuaternions(e,t,n){return this.copy(e).slerp(t,n)}random(){let e=2*Math.PI*Math.random(),t=2*Math.PI*Math.random(),n=Math.random(),r=Math.sqrt(1-n),i=Math.sqrt(n);return this.set(r*Math.sin(e),r*Math.cos(e),i*Math.sin(t),i*Math.cos(t))}equals(e){return e._x===this._x&&e._y===this._y&&e._z===this._z&&e._w===this._w}fromArray(e,t=0){return this._x=e[t],this._y=e[t+1],this._z=e[t+2],this._w=e[t+3],this._onChangeCallback(),this}toArray(e=[],t=0){return e[t]=this._x,e[t+1]=this._y,e[t+2]=this._z,e[t+3]=this._w,e}fromBufferAttribute(e,t){return this._x=e.getX(t),this._y=e.getY(t),this._z=e.getZ(t),this._w=e.getW(t),this._onChangeCallback(),this}toJSON(){return this.toArray()}_onChange(e){return this._onChangeCallback=e,this}_onChangeCallback(){}*[Symbol.iterator](){yield this._x,yield this._y,yield this._z,yield this._w}},G=class{static{this.prototype.isVector3=!0}constructor(e=0,t=0,n=0){this.x=e,this.y=t,this.z=n}set(e,t,n){return n===void 0&&(n=this.z),this.x=e,this.y=t,this.z=n,this}setScalar(e){return this.x=e,this.y=e,this.z=e,this}setX(e){return this.x=e,this}setY(e){return this.y=e,this}setZ(e){return this.z=e,this}setComponent(e,t){switch(e){case 0:this.x=t;break;case 1:this.y=t;break;case 2:this.z=t;break;default:throw Error(`THREE.Vector3: index is out of range: `+e)}return this}getComponent(e){switch(e){case 0:return this.x;case 1:return this.y;case 2:return this.z;default:throw Error(`THREE.Vector3: index is out of range: `+e)}}clone(){return new this.constructor(this.x,this.y,this.z)}copy(e){return this.x=e.x,this.y=e.y,this.z=e.z,this}add(e){return this.x+=e.x,this.y+=e.y,this.z+=e.z,this}addScalar(e){return this.x+=e,this.y+=e,this.z+=e,this}addVectors(e,t){return this.x=e.x+t.x,this.y=e.y+t.y,this.z=e.z+t.z,this}addScaledVector(e,t){return this.x+=e.x*t,this.y+=e.y*t,this.z+=e.z*t,this}sub(e){return this.x-=e.x,this.y-=e.y,this.z-=e.z,this}subScalar(e){return this.x-=e,this.y-=e,this.z-=e,this}subVectors(e,t){return this.x=e.x-t.x,this.y=e.y-t.y,this.z=e.z-t.z,this}multiply(e){return this.x*=e.x,this.y*=e.y,this.z*=e.z,this}multiplyScalar(e){return this.x*=e,this.y*=e,this.z*=e,this}multiplyVectors(e,t){return this.x=e.x*t.x,this.y=e.y*t.y,this.z=e.z*t.z,this}applyEuler(e){return this.applyQuaternion(th.setFromEuler(e))}applyAxisAngle(e,t){return this.applyQuaternion(th.setFromAxisAngle(e,t))}applyMatrix3(e){let t=this.x,n=this.y,r=this.z,i=e.elements;return this.x=i[0]*t+i[3]*n+i[6]*r,this.y=i[1]*t+i[4]*n+i[7]*r,this.z=i[2]*t+i[5]*n+i[8]*r,this}applyNormalMatrix(e){return this.applyMatrix3(e).normalize()}applyMatrix4(e){let t=this.x,n=this.y,r=this.z,i=e.elements,a=1/(i[3]*t+i[7]*n+i[11]*r+i[15]);return this.x=(i[0]*t+i[4]*n+i[8]*r+i[12])*a,this.y=(i[1]*t+i[5]*n+i[9]*r+i[13])*a,this.z=(i[2]*t+i[6]*n+i[10]*r+i[14])*a,this}applyQuaternion(e){let t=this.x,n=this.y,r=this.z,i=e.x,a=e.y,o=e.z,s=e.w,c=2*(a*r-o*n),l=2*(o*t-i*r),u=2*(i*n-a*t);return this.x=t+s*c+a*u-o*l,this.y=n+s*l+o*c-i*u,this.z=r+s*u+i*l-a*c,this}project(e){return this.applyMatrix4(e.matrixWorldInverse).applyMatrix4(e.projectionMatrix)}unproject(e){return this.applyMatrix4(e.projectionMatrixInverse).applyMatrix4(e.matrixWorld)}transformDirection(e){let t=this.x,n=this.y,r=this.z,i=e.elements;return this.x=i[0]*t+i[4]*n+i[8]*r,this.y=i[1]*t+i[5]*n+i[9]*r,this.z=i[2]*t+i[6]*n+i[10]*r,this.normalize()}divide(e){return this.x/=e.x,this.y/=e.y,this.z/=e.z,this}divideScalar(e){return this.multiplyScalar(1/e)}min(e){return this.x=Math.min(this.x,e.x),this.y=Math.min(this.y,e.y),this.z=Math.min(this.z,e.z),this}max(e){return this.x=Math.max(this.x,e.x),this.y=Math.max(this.y,e.y),this.z=Math.max(this.z,e.z),this}clamp(e,t){return this.x=U(this.x,e.x,t.x),this.y=U(this.y,e.y,t.y),this.z=U(this.z,e.z,t.z),this}clampScalar(e,t){return this.x=U(this.x,e,t),this.y=U(this.y,e,t),this.z=U(this.z,e,t),this}clampLength(e,t){let n=this.length();return this.divideScalar(n||1).multiplyScalar(U(n,e,t))}floor(){return this.x=Math.floor(this.x),this.y=Math.floor(this.y),this.z=Math.floor(this.z),this}ceil(){return this.x=Math.ceil(this.x),this.y=Math.ceil(this.y),this.z=Math.ceil(this.z),this}round(){return this.x=Math.round(this.x),this.y=Math.round(this.y),this.z=Math.round(this.z),this}roundToZero(){return this.x=Math.trunc(this.x),this.y=Math.trunc(this.y),this.z=Math.trunc(this.z),this}negate(){return this.x=-this.x,this.y=-this.y,this.z=-this.z,this}dot(e){return this.x*e.x+this.y*e.y+this.z*e.z}lengthSq(){return this.x*this.x+this.y*this.y+this.z*this.z}length(){return Math.sqrt(this.x*this.x+this.y*this.y+this.z*this.z)}manhattanLength(){return Math.abs(this.x)+Math.abs(this.y)+Math.abs(this.z)}normalize(){return this.divideScalar(this.length()||1)}setLength(e){return this.normalize().multiplyScalar(e)}lerp(e,t){return this.x+=(e.x-this.x)*t,this.y+=(e.y-this.y)*t,this.z+=(e.z-this.z)*t,this}lerpVectors(e,t,n){return this.x=e.x+(t.x-e.x)*n,this.y=e.y+(t.y-e.y)*n,this.z=e.z+(t.z-e.z)*n,this}cross(e){return this.crossVectors(this,e)}crossVectors(e,t){let n=e.x,r=e.y,i=e.z,a=t.x,o=t.y,s=t.z;return this.x=r*s-i*o,this.y=i*a-n*s,this.z=n*o-r*a,this}projectOnVector(e){let t=e.lengthSq();if(t===0)return this.set(0,0,0);let n=e.dot(this)/t;return this.copy(e).multiplyScalar(n)}projectOnPlane(e){return eh.copy(this).projectOnVector(e),this.sub(eh)}reflect(e){return this.sub(eh.copy(e).multiplyScalar(2*this.dot(e)))}angleTo(e){let t=Math.sqrt(this.lengthSq()*e.lengthSq());if(t===0)return Math.PI/2;let n=this.dot(e)/t;return Math.acos(U(n,-1,1))}distanceTo(e){return Math.sqrt(this.distanceToSquared(e))}distanceToSquared(e){let t=this.x-e.x,n=this.y-e.y,r=this.z-e.z;return t*t+n*n+r*r}manhattanDistanceTo(e){return Math.abs(this.x-e.x)+Math.abs(this.y-e.y)+Math.abs(this.z-e.z)}setFromSpherical(e){return this.setFromSphericalCoords(e.radius,e.phi,e.theta)}setFromSphericalCoords(e,t,n){let r=Math.sin(t)*e;return this.x=r*Math.sin(n),this.y=Math.cos(t)*e,this.z=r*Math.cos(n),this}setFromCylindrical(e){return this.setFromCylindricalCoords(e.radius,e.theta,e.y)}setFromCylindricalCoords(e,t,n){return this.x=e*Math.sin(t),this.y=n,this.z=e*Math.cos(t),this}setFromMatrixPosition(e){let t=e.elements;return this.x=t[12],this.y=t[13],this.z=t[14],this}setFromMatrixScale(e){let t=this.setFromMatrixColumn(e,0).length(),n=this.setFromMatrixColumn(e,1).length(),r=this.setFromMatrixColumn(e,2).length();return this.x=t,this.y=n,this.z=r,this}setFromMatrixColumn(e,t){return this.fromArray(e.elements,t*4)}setFromMatrix3Column(e,t){return this.fromArray(e.elements,t*3)}setFromEuler(e){return this.x=e._x,this.y=e._y,this.z=e._z,this}setFromColor(e){return this.x=e.r,this.y=e.g,this.z=e.b,this}equals(e){return e.x===this.x&&e.y===this.y&&e.z===this.z}fromArray(e,t=0){return this.x=e[t],this.y=e[t+1],this.z=e[t+2],this}toArray(e=[],t=0){return e[t]=this.x,e[t+1]=this.y,e[t+2]=this.z,e}fromBufferAttribute(e,t){return this.x=e.getX(t),this.y=e.getY(t),this.z=e.getZ(t),this}random(){return this.x=Math.random(),this.y=Math.random(),this.z=Math.random(),this}randomDirection(){let e=Math.random()*Math.PI*2,t=Math.random()*2-1,n=Math.sqrt(1-t*t);return this.x=n*Math.cos(e),this.y=t,this.z=n*Math.sin(e),this}*[Symbol.iterator](){yield this.x,yield this.y,yield this.z}},eh=new G,th=new $m,K=class{static{this.prototype.isMatrix3=!0}constructor(e,t,n,r,i,a,o,s,c){this.elements=[1,0,0,0,1,0,0,0,1],e!==void 0&&this.set(e,t,n,r,i,a,o,s,c)}set(e,t,n,r,i,a,o,s,c){let l=this.elements;return l[0]=e,l[1]=r,l[2]=o,l[3]=t,l[4]=i,l[5]=s,l[6]=n,l[7]=a,l[8]=c,this}identity(){return this.set(1,0,0,0,1,0,0,0,1),this}copy(e){let t=this.elements,n=e.elements;return t[0]=n[0],t[1]=n[1],t[2]=n[2],t[3]=n[3],t[4]=n[4],t[5]=n[5],t[6]=n[6],t[7]=n[7],t[8]=n[8],this}extractBasis(e,t,n){return e.setFromMatrix3Column(this,0),t.setFromMatrix3Column(this,1),n.setFromMatrix3Column(this,2),this}setFromMatrix4(e){let t=e.elements;return this.set(t[0],t[4],t[8],t[1],t[5],t[9],t[2],t[6],t[10]),this}multiply(e){return this.multiplyMatrices(this,e)}premultiply(e){return this.multiplyMatrices(e,this)}multiplyMatrices(e,t){let n=e.elements,r=t.elements,i=this.elements,a=n[0],o=n[3],s=n[6],c=n[1],l=n[4],u=n[7],d=n[2],f=n[5],p=n[8],m=r[0],h=r[3],g=r[6],_=r[1],v=r[4],y=r[7],b=r[2],x=r[5],S=r[8];return i[0]=a*m+o*_+s*b,i[3]=a*h+o*v+s*x,i[6]=a*g+o*y+s*S,i[1]=c*m+l*_+u*b,i[4]=c*h+l*v+u*x,i[7]=c*g+l*y+u*S,i[2]=d*m+f*_+p*b,i[5]=d*h+f*v+p*x,i[8]=d*g+f*y+p*S,this}multiplyScalar(e){let t=this.elements;return t[0]*=e,t[3]*=e,t[6]*=e,t[1]*=e,t[4]*=e,t[7]*=e,t[2]*=e,t[5]*=e,t[8]*=e,this}determinant(){let e=this.elements,t=e[0],n=e[1],r=e[2],i=e[3],a=e[4],o=e[5],s=e[6],c=e[7],l=e[8];return t*a*l-t*o*c-n*i*l+n*o*s+r*i*c-r*a*s}invert(){let e=this.elements,t=e[0],n=e[1],r=e[2],i=e[3],a=e[4],o=e[5],s=e[6],c=e[7],l=e[8],u=l*a-o*c,d=o*s-l*i,f=c*i-a*s,p=t*u+n*d+r*f;if(p===0)return this.set(0,0,0,0,0,0,0,0,0);let m=1/p;return e[0]=u*m,e[1]=(r*c-l*n)*m,e[2]=(o*n-r*a)*m,e[3]=d*m,e[4]=(l*t-r*s)*m,e[5]=(r*i-o*t)*m,e[6]=f*m,e[7]=(n*s-c*t)*m,e[8]=(a*t-n*i)*m,this}transpose(){let e,t=this.elements;return e=t[1],t[1]=t[3],t[3]=e,e=t[2],t[2]=t[6],t[6]=e,e=t[5],t[5]=t[7],t[7]=e,this}getNormalMatrix(e){return this.setFromMatrix4(e).invert().transpose()}transposeIntoArray(e){let t=this.elements;return e[0]=t[0],e[1]=t[3],e[2]=t[6],e[3]=t[1],e[4]=t[4],e[5]=t[7],e[6]=t[2],e[7]=t[5],e[8]=t[8],this}setUvTransform(e,t,n,r,i,a,o){let s=Math.cos(i),c=Math.sin(i);return this.set(n*s,n*c,-n*(s*a+c*o)+a+e,-r*c,r*s,-r*(-c*a+s*o)+o+t,0,0,1),this}scale(e,t){return Sm(`Matrix3: .scale() is deprecated. Use .makeScale() instead.`),this.premultiply(nh.makeScale(e,t)),this}rotate(e){return Sm(`Matrix3: .rotate() is deprecated. Use .makeRotation() instead.`),this.premultiply(nh.makeRotation(-e)),this}translate(e,t){return Sm(`Matrix3: .translate() is deprecated. Use .makeTranslation() instead.`),this.premultiply(nh.makeTranslation(e,t)),this}makeTranslation(e,t){return e.isVector2?this.set(1,0,e.x,0,1,e.y,0,0,1):this.set(1,0,e,0,1,t,0,0,1),this}makeRotation(e){let t=Math.cos(e),n=Math.sin(e);return this.set(t,-n,0,n,t,0,0,0,1),this}makeScale(e,t){return this.set(e,0,0,0,t,0,0,0,1),this}equals(e){let t=this.elements,n=e.elements;for(let e=0;e<9;e++)if(t[e]!==n[e])return!1;return!0}fromArray(e,t=0){for(let n=0;n<9;n++)this.elements[n]=e[n+t];return this}toArray(e=[],t=0){let n=this.elements;return e[t]=n[0],e[t+1]=n[1],e[t+2]=n[2],e[t+3]=n[3],e[t+4]=n[4],e[t+5]=n[5],e[t+6]=n[6],e[t+7]=n[7],e[t+8]=n[8],e}clone(){return new this.constructor().fromArray(this.elements)}},nh=new K,rh=new K().set(.4123908,.3575843,.1804808,.212639,.7151687,.0721923,.0193308,.1191948,.9505322),ih=new K().set(3.2409699,-1.5373832,-.4986108,-.9692436,1.8759675,.0415551,.0556301,-.203977,1.0569715);function ah(){let e={enabled:!0,workingColorSpace:lm,spaces:{},convert:function(e,t,n){return this.enabled===!1||t===n||!t||!n||(this.spaces[t].transfer===`srgb`&&(e.r=oh(e.r),e.g=oh(e.g),e.b=oh(e.b)),this.spaces[t].primaries!==this.spaces[n].primaries&&(e.applyMatrix3(this.spaces[t].toXYZ),e.applyMatrix3(this.spaces[n].fromXYZ)),this.spaces[n].transfer===`srgb`&&(e.r=sh(e.r),e.g=sh(e.g),e.b=sh(e.b))),e},workingToColorSpace:function(e,t){return this.convert(e,this.workingColorSpace,t)},colorSpaceToWorking:function(e,t){return this.convert(e,t,this.workingColorSpace)},getPrimaries:function(e){return this.spaces[e].primaries},getTransfer:function(e){return e===``?um:this.spaces[e].transfer},getToneMappingMode:function(e){return this.spaces[e].outputColorSpaceConfig.toneMappingMode||`standard`},getLuminanceCoefficients:function(e,t=this.workingColorSpace){return e.fromArray(this.spaces[t].luminanceCoefficients)},define:function(e){Object.assign(this.spaces,e)},_getMatrix:function(e,t,n){return e.copy(this.spaces[n].fromXYZ).multiply(this.spaces[t].toXYZ)},_getDrawingBufferColorSpace:function(e){return this.spaces[e].outputColorSpaceConfig.drawingBufferColorSpace},_getUnpackColorSpace:function(e=this.workingColorSpace){return this.spaces[e].workingColorSpaceConfig.unpackColorSpace}},t=[.64,.33,.3,.6,.15,.06],n=[.2126,.7152,.0722],r=[.3127,.329];return e.define({[lm]:{primaries:t,whitePoint:r,transfer:um,toXYZ:rh,fromXYZ:ih,luminanceCoefficients:n,workingColorSpaceConfig:{unpackColorSpace:cm},outputColorSpaceConfig:{drawingBufferColorSpace:cm}},[cm]:{primaries:t,whitePoint:r,transfer:dm,toXYZ:rh,fromXYZ:ih,luminanceCoefficients:n,outputColorSpaceConfig:{drawingBufferColorSpace:cm}}}),e}var q=ah();function oh(e){return e<.04045?e*.0773993808:(e*.9478672986+.0521327014)**2.4}function sh(e){return e<.0031308?e*12.92:1.055*e**.41666-.055}var ch,lh=class{static getDataURL(e,t=`image/png`){if(/^data:/i.test(e.src)||typeof HTMLCanvasElement>`u`)return e.src;let n;if(e instanceof HTMLCanvasElement)n=e;else{ch===void 0&&(ch=_m(`canvas`)),ch.width=e.width,ch.height=e.height;let t=ch.getContext(`2d`);e instanceof ImageData?t.putImageData(e,0,0):t.drawImage(e,0,0,e.width,e.height),n=ch}return n.toDataURL(t)}static sRGBToLinear(e){if(typeof HTMLImageElement<`u`&&e instanceof HTMLImageElement||typeof HTMLCanvasElement<`u`&&e instanceof HTMLCanvasElement||typeof ImageBitmap<`u`&&e instanceof ImageBitmap){let t=_m(`canvas`);t.width=e.width,t.height=e.height;let n=t.getContext(`2d`);n.drawImage(e,0,0,e.width,e.height);let r=n.getImageData(0,0,e.width,e.height),i=r.data;for(let e=0;e<i.length;e++)i[e]=oh(i[e]/255)*255;return n.putImageData(r,0,0),t}if(e.data){let t=e.data.slice(0);for(let e=0;e<t.length;e++)t instanceof Uint8Array||t instanceof Uint8ClampedArray?t[e]=Math.floor(oh(t[e]/255)*255):t[e]=oh(t[e]);return{data:t,width:e.width,height:e.height}}return V(`ImageUtils.sRGBToLinear(): Unsupported image type. No color space conversion applied.`),e}},uh=0,dh=class{constructor(e=null){this.isTextureSource=!0,Object.defineProperty(this,"id",{value:uh++}),this.uuid=Am(),this.data=e,this.dataReady=!0,this.version=0}getSize(e){let t=this.data;return typeof HTMLVideoElement<`u`&&t instanceof HTMLVideoElement?e.set(t.videoWidth,t.videoHeight,0):typeof VideoFrame<`u`&&t instanceof VideoFrame?e.set(t.displayWidth,t.displayHeight,0):t===null?e.set(0,0,0):e.set(t.width||0,t.height||0,t.depth||0),e}set needsUpdate(e){e===!0&&this.version++}toJSON(e){let t=e===void 0||typeof e==`string`;if(!t&&e.images[this.uuid]!==void 0)return e.images[this.uuid];let n={uuid:this.uuid,url:``},r=this.data;if(r!==null){let e;if(Array.isArray(r)){e=[];for(let t=0,n=r.length;t<n;t++)r[t].isDataTexture?e.push(fh(r[t].image)):e.push(fh(r[t]))}else e=fh(r);n.url=e}return t||(e.images[this.uuid]=n),n}};function fh(e){return typeof HTMLImageElement<`u`&&e instanceof HTMLImageElement||typeof HTMLCanvasElement<`u`&&e instanceof HTMLCanvasElement||typeof ImageBitmap<`u`&&e instanceof ImageBitmap?lh.getDataURL(e):e.data?{data:Array.from(e.data),width:e.width,height:e.height,type:e.data.constructor.name}:(V(`Texture: Unable to serialize Texture.`),{})}var ph=0,mh=new G,hh=class e extends Tm{constructor(t=e.DEFAULT_IMAGE,n=e.DEFAULT_MAPPING,r=Bf,i=Bf,a=Gf,o=qf,s=lp,c=Jf,l=e.DEFAULT_ANISOTROPY,u=``){super(),this.isTexture=!0,Object.defineProperty(this,"id",{value:ph++}),this.uuid=Am(),this.name=``,this.source=new dh(t),this.mipmaps=[],this.mapping=n,this.channel=0,this.wrapS=r,this.wrapT=i,this.magFilter=a,this.minFilter=o,this.anisotropy=l,this.format=s,this.internalFormat=null,this.type=c,this.offset=new W(0,0),this.repeat=new W(1,1),this.center=new W(0,0),this.rotation=0,this.matrixAutoUpdate=!0,this.matrix=new K,this.generateMipmaps=!0,this.mipmapsAutoUpdate=!0,this.premultiplyAlpha=!1,this.flipY=!0,this.unpackAlignment=4,this.colorSpace=u,this.userData={},this.updateRanges=[],this.version=0,this.onUpdate=null,this.renderTarget=null,this.isRenderTargetTexture=!1,this.isArrayTexture=!!(t&&t.depth&&t.depth>1),this.pmremVersion=0,this.isPMREMTexture=!1,this.normalized=!1}get width(){return this.source.getSize(mh).x}get height(){return this.source.getSize(mh).y}get depth(){return this.source.getSize(mh).z}get image(){return this.source.data}set image(e){this.source.data=e}updateMatrix(){this.matrix.setUvTransform(this.offset.x,this.offset.y,this.repeat.x,this.repeat.y,this.rotation,this.center.x,this.center.y)}addUpdateRange(e,t){this.updateRanges.push({start:e,count:t})}clearUpdateRanges(){this.updateRanges.length=0}clone(){return new this.constructor().copy(this)}copy(e){return this.name=e.name,this.source=e.source,this.mipmaps=e.mipmaps.slice(0),this.mapping=e.mapping,this.channel=e.channel,this.wrapS=e.wrapS,this.wrapT=e.wrapT,this.magFilter=e.magFilter,this.minFilter=e.minFilter,this.anisotropy=e.anisotropy,this.format=e.format,this.internalFormat=e.internalFormat,this.type=e.type,this.normalized=e.normalized,this.offset.copy(e.offset),this.repeat.copy(e.repeat),this.center.copy(e.center),this.rotation=e.rotation,this.matrixAutoUpdate=e.matrixAutoUpdate,this.matrix.copy(e.matrix),this.generateMipmaps=e.generateMipmaps,this.mipmapsAutoUpdate=e.mipmapsAutoUpdate,this.premultiplyAlpha=e.premultiplyAlpha,this.flipY=e.flipY,this.unpackAlignment=e.unpackAlignment,this.colorSpace=e.colorSpace,this.renderTarget=e.renderTarget,this.isRenderTargetTexture=e.isRenderTargetTexture,this.isPMREMTexture=e.isPMREMTexture,this.isArrayTexture=e.isArrayTexture,this.userData=JSON.parse(JSON.stringify(e.userData)),this.needsUpdate=!0,this}setValues(e){for(let t in e){let n=e[t];if(n===void 0){V(`Texture.setValues(): parameter '${t}' has value of undefined.`);continue}let r=this[t];r===void 0?V(`Texture.setValues(): property '${t}' does not exist.`):r&&n&&r.isVector2&&n.isVector2||r&&n&&r.isVector3&&n.isVector3||r&&n&&r.isMatrix3&&n.isMatrix3?r.copy(n):this[t]=n}}toJSON(e){let t=e===void 0||typeof e==`string`;if(!t&&e.textures[this.uuid]!==void 0)return e.textures[this.uuid];let n={metadata:{version:4.7,type:`Texture`,generator:`Texture.toJSON`},uuid:this.uuid,name:this.name,image:this.source.toJSON(e).uuid,mapping:this.mapping,channel:this.channel,repeat:[this.repeat.x,this.repeat.y],offset:[this.offset.x,this.offset.y],center:[this.center.x,this.center.y],rotation:this.rotation,wrap:[this.wrapS,this.wrapT],format:this.format,internalFormat:this.internalFormat,type:this.type,normalized:this.normalized,colorSpace:this.colorSpace,minFilter:this.minFilter,magFilter:this.magFilter,anisotropy:this.anisotropy,flipY:this.flipY,generateMipmaps:this.generateMipmaps,mipmapsAutoUpdate:this.mipmapsAutoUpdate,premultiplyAlpha:this.premultiplyAlpha,unpackAlignment:this.unpackAlignment};return Object.keys(this.userData).length>0&&(n.userData=this.userData),t||(e.textures[this.uuid]=n),n}dispose(){this.dispatchEvent({type:`dispose`})}transformUv(e){if(this.mapping!==300)return e;if(e.applyMatrix3(this.matrix),e.x<0||e.x>1)switch(this.wrapS){case zf:e.x-=Math.floor(e.x);break;case Bf:e.x=e.x<0?0:1;break;case Vf:Math.abs(Math.floor(e.x)%2)===1?e.x=Math.ceil(e.x)-e.x:e.x-=Math.floor(e.x)}if(e.y<0||e.y>1)switch(this.wrapT){case zf:e.y-=Math.floor(e.y);break;case Bf:e.y=e.y<0?0:1;break;case Vf:Math.abs(Math.floor(e.y)%2)===1?e.y=Math.ceil(e.y)-e.y:e.y-=Math.floor(e.y)}return this.flipY&&(e.y=1-e.y),e}set needsUpdate(e){e===!0&&(this.version++,this.source.needsUpdate=!0)}set needsPMREMUpdate(e){e===!0&&this.pmremVersion++}};hh.DEFAULT_IMAGE=null,hh.DEFAULT_MAPPING=300,hh.DEFAULT_ANISOTROPY=1;var gh=class{static{this.prototype.isVector4=!0}constructor(e=0,t=0,n=0,r=1){this.x=e,this.y=t,this.z=n,this.w=r}get width(){return this.z}set width(e){this.z=e}get height(){return this.w}set height(e){this.w=e}set(e,t,n,r){return this.x=e,this.y=t,this.z=n,this.w=r,this}setScalar(e){return this.x=e,this.y=e,this.z=e,this.w=e,this}setX(e){return this.x=e,this}setY(e){return this.y=e,this}setZ(e){return this.z=e,this}setW(e){return this.w=e,this}setComponent(e,t){switch(e){case 0:this.x=t;break;case 1:this.y=t;break;case 2:this.z=t;break;case 3:this.w=t;break;default:throw Error(`THREE.Vector4: index is out of range: `+e)}return this}getComponent(e){switch(e){case 0:return this.x;case 1:return this.y;case 2:return this.z;case 3:return this.w;default:throw Error(`THREE.Vector4: index is out of range: `+e)}}clone(){return new this.constructor(this.x,this.y,this.z,this.w)}copy(e){return this.x=e.x,this.y=e.y,this.z=e.z,this.w=e.w===void 0?1:e.w,this}add(e){return this.x+=e.x,this.y+=e.y,this.z+=e.z,this.w+=e.w,this}addScalar(e){return this.x+=e,this.y+=e,this.z+=e,this.w+=e,this}addVectors(e,t){return this.x=e.x+t.x,this.y=e.y+t.y,this.z=e.z+t.z,this.w=e.w+t.w,this}addScaledVector(e,t){return this.x+=e.x*t,this.y+=e.y*t,this.z+=e.z*t,this.w+=e.w*t,this}sub(e){return this.x-=e.x,this.y-=e.y,this.z-=e.z,this.w-=e.w,this}subScalar(e){return this.x-=e,this.y-=e,this.z-=e,this.w-=e,this}subVectors(e,t){return this.x=e.x-t.x,this.y=e.y-t.y,this.z=e.z-t.z,this.w=e.w-t.w,this}multiply(e){return this.x*=e.x,this.y*=e.y,this.z*=e.z,this.w*=e.w,this}multiplyScalar(e){return this.x*=e,this.y*=e,this.z*=e,this.w*=e,this}applyMatrix4(e){let t=this.x,n=this.y,r=this.z,i=this.w,a=e.elements;return this.x=a[0]*t+a[4]*n+a[8]*r+a[12]*i,this.y=a[1]*t+a[5]*n+a[9]*r+a[13]*i,this.z=a[2]*t+a[6]*n+a[10]*r+a[14]*i,this.w=a[3]*t+a[7]*n+a[11]*r+a[15]*i,this}divide(e){return this.x/=e.x,this.y/=e.y,this.z/=e.z,this.w/=e.w,this}divideScalar(e){return this.multiplyScalar(1/e)}setAxisAngleFromQuaternion(e){this.w=2*Math.acos(e.w);let t=Math.sqrt(1-e.w*e.w);return t<1e-4?(this.x=1,this.y=0,this.z=0):(this.x=e.x/t,this.y=e.y/t,this.z=e.z/t),this}setAxisAngleFromRotationMatrix(e){let t,n,r,i,a=.01,o=.1,s=e.elements,c=s[0],l=s[4],u=s[8],d=s[1],f=s[5],p=s[9],m=s[2],h=s[6],g=s[10];if(Math.abs(l-d)<a&&Math.abs(u-m)<a&&Math.abs(p-h)<a){if(Math.abs(l+d)<o&&Math.abs(u+m)<o&&Math.abs(p+h)<o&&Math.abs(c+f+g-3)<o)return this.set(1,0,0,0),this;t=Math.PI;let e=(c+1)/2,s=(f+1)/2,_=(g+1)/2,v=(l+d)/4,y=(u+m)/4,b=(p+h)/4;return e>s&&e>_?e<a?(n=0,r=.707106781,i=.707106781):(n=Math.sqrt(e),r=v/n,i=y/n):s>_?s<a?(n=.707106781,r=0,i=.707106781):(r=Math.sqrt(s),n=v/r,i=b/r):_<a?(n=.707106781,r=.707106781,i=0):(i=Math.sqrt(_),n=y/i,r=b/i),this.set(n,r,i,t),this}let _=Math.sqrt((h-p)*(h-p)+(u-m)*(u-m)+(d-l)*(d-l));return Math.abs(_)<.001&&(_=1),this.x=(h-p)/_,this.y=(u-m)/_,this.z=(d-l)/_,this.w=Math.acos((c+f+g-1)/2),this}setFromMatrixPosition(e){let t=e.elements;return this.x=t[12],this.y=t[13],this.z=t[14],this.w=t[15],this}min(e){return this.x=Math.min(this.x,e.x),this.y=Math.min(this.y,e.y),this.z=Math.min(this.z,e.z),this.w=Math.min(this.w,e.w),this}max(e){return this.x=Math.max(this.x,e.x),this.y=Math.max(this.y,e.y),this.z=Math.max(this.z,e.z),this.w=Math.max(this.w,e.w),this}clamp(e,t){return this.x=U(this.x,e.x,t.x),this.y=U(this.y,e.y,t.y),this.z=U(this.z,e.z,t.z),this.w=U(this.w,e.w,t.w),this}clampScalar(e,t){return this.x=U(this.x,e,t),this.y=U(this.y,e,t),this.z=U(this.z,e,t),this.w=U(this.w,e,t),this}clampLength(e,t){let n=this.length();return this.divideScalar(n||1).multiplyScalar(U(n,e,t))}floor(){return this.x=Math.floor(this.x),this.y=Math.floor(this.y),this.z=Math.floor(this.z),this.w=Math.floor(this.w),this}ceil(){return this.x=Math.ceil(this.x),this.y=Math.ceil(this.y),this.z=Math.ceil(this.z),this.w=Math.ceil(this.w),this}round(){return this.x=Math.round(this.x),this.y=Math.round(this.y),this.z=Math.round(this.z),this.w=Math.round(this.w),this}roundToZero(){return this.x=Math.trunc(this.x),this.y=Math.trunc(this.y),this.z=Math.trunc(this.z),this.w=Math.trunc(this.w),this}negate(){return this.x=-this.x,this.y=-this.y,this.z=-this.z,this.w=-this.w,this}dot(e){return this.x*e.x+this.y*e.y+this.z*e.z+this.w*e.w}lengthSq(){return this.x*this.x+this.y*this.y+this.z*this.z+this.w*this.w}length(){return Math.sqrt(this.x*this.x+this.y*this.y+this.z*this.z+this.w*this.w)}manhattanLength(){return Math.abs(this.x)+Math.abs(this.y)+Math.abs(this.z)+Math.abs(this.w)}normalize(){return this.divideScalar(this.length()||1)}setLength(e){return this.normalize().multiplyScalar(e)}lerp(e,t){return this.x+=(e.x-this.x)*t,this.y+=(e.y-this.y)*t,this.z+=(e.z-this.z)*t,this.w+=(e.w-this.w)*t,this}lerpVectors(e,t,n){return this.x=e.x+(t.x-e.x)*n,this.y=e.y+(t.y-e.y)*n,this.z=e.z+(t.z-e.z)*n,this.w=e.w+(t.w-e.w)*n,this}equals(e){return e.x===this.x&&e.y===this.y&&e.z===this.z&&e.w===this.w}fromArray(e,t=0){return this.x=e[t],this.y=e[t+1],this.z=e[t+2],this.w=e[t+3],this}toArray(e=[],t=0){return e[t]=this.x,e[t+1]=this.y,e[t+2]=this.z,e[t+3]=this.w,e}fromBufferAttribute(e,t){return this.x=e.getX(t),this.y=e.getY(t),this.z=e.getZ(t),this.w=e.getW(t),this}random(){return this.x=Math.random(),this.y=Math.random(),this.z=Math.random(),this.w=Math.random(),this}*[Symbol.iterator](){yield this.x,yield this.y,yield this.z,yield this.w}},_h=class extends Tm{constructor(e=1,t=1,n={}){super(),n=Object.assign({generateMipmaps:!1,internalFormat:null,minFilter:Gf,depthBuffer:!0,stencilBuffer:!1,resolveColorBuffer:!0,resolveDepthBuffer:!0,resolveStencilBuffer:!0,storeMultisampledColorBuffer:!0,storeMultisampledDepthBuffer:!0,storeMultisampledStencilBuffer:!0,depthTexture:null,samples:0,count:1,depth:1,multiview:!1,useArrayDepthTexture:!1},n),this.isRenderTarget=!0,this.width=e,this.height=t,this.depth=n.depth,this.scissor=new gh(0,0,e,t),this.scissorTest=!1,this.viewport=new gh(0,0,e,t),this.textures=[];let r=n.count;for(let i=0;i<r;i++)this.textures[i]=new hh({width:e,height:t,depth:n.depth}),this.textures[i].isRenderTargetTexture=!0,this.textures[i].renderTarget=this;this._setTextureOptions(n),this.depthBuffer=n.depthBuffer,this.stencilBuffer=n.stencilBuffer,this.resolveColorBuffer=n.resolveColorBuffer,this.resolveDepthBuffer=n.resolveDepthBuffer,this.resolveStencilBuffer=n.resolveStencilBuffer,this.storeMultisampledColorBuffer=n.storeMultisampledColorBuffer,this.storeMultisampledDepthBuffer=n.storeMultisampledDepthBuffer,this.storeMultisampledStencilBuffer=n.storeMultisampledStencilBuffer,this._depthTexture=null,this.depthTexture=n.depthTexture,this.samples=n.samples,this.multiview=n.multiview,this.useArrayDepthTexture=n.useArrayDepthTexture}_setTextureOptions(e={}){let t={minFilter:Gf,generateMipmaps:!1,flipY:!1,internalFormat:null};e.mapping!==void 0&&(t.mapping=e.mapping),e.wrapS!==void 0&&(t.wrapS=e.wrapS),e.wrapT!==void 0&&(t.wrapT=e.wrapT),e.wrapR!==void 0&&(t.wrapR=e.wrapR),e.magFilter!==void 0&&(t.magFilter=e.magFilter),e.minFilter!==void 0&&(t.minFilter=e.minFilter),e.format!==void 0&&(t.format=e.format),e.type!==void 0&&(t.type=e.type),e.anisotropy!==void 0&&(t.anisotropy=e.anisotropy),e.colorSpace!==void 0&&(t.colorSpace=e.colorSpace),e.flipY!==void 0&&(t.flipY=e.flipY),e.generateMipmaps!==void 0&&(t.generateMipmaps=e.generateMipmaps),e.mipmapsAutoUpdate!==void 0&&(t.mipmapsAutoUpdate=e.mipmapsAutoUpdate),e.internalFormat!==void 0&&(t.internalFormat=e.internalFormat);for(let e=0;e<this.textures.length;e++)this.textures[e].setValues(t)}get texture(){return this.textures[0]}set texture(e){this.textures[0]=e}set depthTexture(e){this._depthTexture!==null&&this._depthTexture.renderTarget===this&&(this._depthTexture.renderTarget=null),e!==null&&e.renderTarget===null&&(e.renderTarget=this),this._depthTexture=e}get depthTexture(){return this._depthTexture}setSize(e,t,n=1){if(this.width!==e||this.height!==t||this.depth!==n){this.width=e,this.height=t,this.depth=n;for(let r=0,i=this.textures.length;r<i;r++)this.textures[r].image.width=e,this.textures[r].image.height=t,this.textures[r].image.depth=n,this.textures[r].isData3DTexture!==!0&&(this.textures[r].isArrayTexture=this.textures[r].image.depth>1);this.dispose()}this.viewport.set(0,0,e,t),this.scissor.set(0,0,e,t)}clone(){return new this.constructor().copy(this)}copy(e){this.width=e.width,this.height=e.height,this.depth=e.depth,this.scissor.copy(e.scissor),this.scissorTest=e.scissorTest,this.viewport.copy(e.viewport),this.textures.length=0;for(let t=0,n=e.textures.length;t<n;t++){this.textures[t]=e.textures[t].clone(),this.textures[t].isRenderTargetTexture=!0,this.textures[t].renderTarget=this;let n=Object.assign({},e.textures[t].image);this.textures[t].source=new dh(n)}if(this.depthBuffer=e.depthBuffer,this.stencilBuffer=e.stencilBuffer,this.resolveColorBuffer=e.resolveColorBuffer,this.resolveDepthBuffer=e.resolveDepthBuffer,this.resolveStencilBuffer=e.resolveStencilBuffer,this.storeMultisampledColorBuffer=e.storeMultisampledColorBuffer,this.storeMultisampledDepthBuffer=e.storeMultisampledDepthBuffer,this.storeMultisampledStencilBuffer=e.storeMultisampledStencilBuffer,e.depthTexture!==null){if(e.depthTexture.renderTarget===e){let t=e.depthTexture.clone();t.renderTarget=null,this.depthTexture=t}else this.depthTexture=e.depthTexture}else this.depthTexture=null;return this.samples=e.samples,this.multiview=e.multiview,this.useArrayDepthTexture=e.useArrayDepthTexture,this}dispose(){this.dispatchEvent({type:`dispose`})}},vh=class extends _h{constructor(e=1,t=1,n={}){super(e,t,n),this.isWebGLRenderTarget=!0}},yh=class extends hh{constructor(e=null,t=1,n=1,r=1){super(null),this.isDataArrayTexture=!0,this.image={data:e,width:t,height:n,depth:r},this.magFilter=Hf,this.minFilter=Hf,this.wrapR=Bf,this.generateMipmaps=!1,this.flipY=!1,this.unpackAlignment=1,this.layerUpdates=new Set}copy(e){return super.copy(e),this.wrapR=e.wrapR,this}addLayerUpdate(e){this.layerUpdates.add(e)}clearLayerUpdates(){this.layerUpdates.clear()}},bh=class extends hh{constructor(e=null,t=1,n=1,r=1){super(null),this.isData3DTexture=!0,this.image={data:e,width:t,height:n,depth:r},this.magFilter=Hf,this.minFilter=Hf,this.wrapR=Bf,this.generateMipmaps=!1,this.flipY=!1,this.unpackAlignment=1}copy(e){return super.copy(e),this.wrapR=e.wrapR,this}},J=class e{static{this.prototype.isMatrix4=!0}constructor(e,t,n,r,i,a,o,s,c,l,u,d,f,p,m,h){this.elements=[1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1],e!==void 0&&this.set(e,t,n,r,i,a,o,s,c,l,u,d,f,p,m,h)}set(e,t,n,r,i,a,o,s,c,l,u,d,f,p,m,h){let g=this.elements;return g[0]=e,g[4]=t,g[8]=n,g[12]=r,g[1]=i,g[5]=a,g[9]=o,g[13]=s,g[2]=c,g[6]=l,g[10]=u,g[14]=d,g[3]=f,g[7]=p,g[11]=m,g[15]=h,this}identity(){return this.set(1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1),this}clone(){return new e().fromArray(this.elements)}copy(e){let t=this.elements,n=e.elements;return t[0]=n[0],t[1]=n[1],t[2]=n[2],t[3]=n[3],t[4]=n[4],t[5]=n[5],t[6]=n[6],t[7]=n[7],t[8]=n[8],t[9]=n[9],t[10]=n[10],t[11]=n[11],t[12]=n[12],t[13]=n[13],t[14]=n[14],t[15]=n[15],this}copyPosition(e){let t=this.elements,n=e.elements;return t[12]=n[12],t[13]=n[13],t[14]=n[14],this}setFromMatrix3(e){let t=e.elements;return this.set(t[0],t[3],t[6],0,t[1],t[4],t[7],0,t[2],t[5],t[8],0,0,0,0,1),this}extractBasis(e,t,n){return this.determinantAffine()===0?(e.set(1,0,0),t.set(0,1,0),n.set(0,0,1),this):(e.setFromMatrixColumn(this,0),t.setFromMatrixColumn(this,1),n.setFromMatrixColumn(this,2),this)}makeBasis(e,t,n){return this.set(e.x,t.x,n.x,0,e.y,t.y,n.y,0,e.z,t.z,n.z,0,0,0,0,1),this}extractRotation(e){if(e.determinantAffine()===0)return this.identity();let t=this.elements,n=e.elements,r=1/xh.setFromMatrixColumn(e,0).length(),i=1/xh.setFromMatrixColumn(e,1).length(),a=1/xh.setFromMatrixColumn(e,2).length();return t[0]=n[0]*r,t[1]=n[1]*r,t[2]=n[2]*r,t[3]=0,t[4]=n[4]*i,t[5]=n[5]*i,t[6]=n[6]*i,t[7]=0,t[8]=n[8]*a,t[9]=n[9]*a,t[10]=n[10]*a,t[11]=0,t[12]=0,t[13]=0,t[14]=0,t[15]=1,this}makeRotationFromEuler(e){let t=this.elements,n=e.x,r=e.y,i=e.z,a=Math.cos(n),o=Math.sin(n),s=Math.cos(r),c=Math.sin(r),l=Math.cos(i),u=Math.sin(i);if(e.order===`XYZ`){let e=a*l,n=a*u,r=o*l,i=o*u;t[0]=s*l,t[4]=-s*u,t[8]=c,t[1]=n+r*c,t[5]=e-i*c,t[9]=-o*s,t[2]=i-e*c,t[6]=r+n*c,t[10]=a*s}else if(e.order===`YXZ`){let e=s*l,n=s*u,r=c*l,i=c*u;t[0]=e+i*o,t[4]=r*o-n,t[8]=a*c,t[1]=a*u,t[5]=a*l,t[9]=-o,t[2]=n*o-r,t[6]=i+e*o,t[10]=a*s}else if(e.order===`ZXY`){let e=s*l,n=s*u,r=c*l,i=c*u;t[0]=e-i*o,t[4]=-a*u,t[8]=r+n*o,t[1]=n+r*o,t[5]=a*l,t[9]=i-e*o,t[2]=-a*c,t[6]=o,t[10]=a*s}else if(e.order===`ZYX`){let e=a*l,n=a*u,r=o*l,i=o*u;t[0]=s*l,t[4]=r*c-n,t[8]=e*c+i,t[1]=s*u,t[5]=i*c+e,t[9]=n*c-r,t[2]=-c,t[6]=o*s,t[10]=a*s}else if(e.order===`YZX`){let e=a*s,n=a*c,r=o*s,i=o*c;t[0]=s*l,t[4]=i-e*u,t[8]=r*u+n,t[1]=u,t[5]=a*l,t[9]=-o*l,t[2]=-c*l,t[6]=n*u+r,t[10]=e-i*u}else if(e.order===`XZY`){let e=a*s,n=a*c,r=o*s,i=o*c;t[0]=s*l,t[4]=-u,t[8]=c*l,t[1]=e*u+i,t[5]=a*l,t[9]=n*u-r,t[2]=r*u-n,t[6]=o*l,t[10]=i*u+e}return t[3]=0,t[7]=0,t[11]=0,t[12]=0,t[13]=0,t[14]=0,t[15]=1,this}makeRotationFromQuaternion(e){return this.compose(Ch,e,wh)}lookAt(e,t,n){let r=this.elements;return Dh.subVectors(e,t),Dh.lengthSq()===0&&(Dh.z=1),Dh.normalize(),Th.crossVectors(n,Dh),Th.lengthSq()===0&&(Math.abs(n.z)===1?Dh.x+=1e-4:Dh.z+=1e-4,Dh.normalize(),Th.crossVectors(n,Dh)),Th.normalize(),Eh.crossVectors(Dh,Th),r[0]=Th.x,r[4]=Eh.x,r[8]=Dh.x,r[1]=Th.y,r[5]=Eh.y,r[9]=Dh.y,r[2]=Th.z,r[6]=Eh.z,r[10]=Dh.z,this}multiply(e){return this.multiplyMatrices(this,e)}premultiply(e){return this.multiplyMatrices(e,this)}multiplyMatrices(e,t){let n=e.elements,r=t.elements,i=this.elements,a=n[0],o=n[4],s=n[8],c=n[12],l=n[1],u=n[5],d=n[9],f=n[13],p=n[2],m=n[6],h=n[10],g=n[14],_=n[3],v=n[7],y=n[11],b=n[15],x=r[0],S=r[4],C=r[8],w=r[12],T=r[1],E=r[5],D=r[9],O=r[13],k=r[2],A=r[6],j=r[10],M=r[14],N=r[3],ee=r[7],te=r[11],P=r[15];return i[0]=a*x+o*T+s*k+c*N,i[4]=a*S+o*E+s*A+c*ee,i[8]=a*C+o*D+s*j+c*te,i[12]=a*w+o*O+s*M+c*P,i[1]=l*x+u*T+d*k+f*N,i[5]=l*S+u*E+d*A+f*ee,i[9]=l*C+u*D+d*j+f*te,i[13]=l*w+u*O+d*M+f*P,i[2]=p*x+m*T+h*k+g*N,i[6]=p*S+m*E+h*A+g*ee,i[10]=p*C+m*D+h*j+g*te,i[14]=p*w+m*O+h*M+g*P,i[3]=_*x+v*T+y*k+b*N,i[7]=_*S+v*E+y*A+b*ee,i[11]=_*C+v*D+y*j+b*te,i[15]=_*w+v*O+y*M+b*P,this}multiplyScalar(e){let t=this.elements;return t[0]*=e,t[4]*=e,t[8]*=e,t[12]*=e,t[1]*=e,t[5]*=e,t[9]*=e,t[13]*=e,t[2]*=e,t[6]*=e,t[10]*=e,t[14]*=e,t[3]*=e,t[7]*=e,t[11]*=e,t[15]*=e,this}determinant(){let e=this.elements,t=e[0],n=e[4],r=e[8],i=e[12],a=e[1],o=e[5],s=e[9],c=e[13],l=e[2],u=e[6],d=e[10],f=e[14],p=e[3],m=e[7],h=e[11],g=e[15],_=s*f-c*d,v=o*f-c*u,y=o*d-s*u,b=a*f-c*l,x=a*d-s*l,S=a*u-o*l;return t*(m*_-h*v+g*y)-n*(p*_-h*b+g*x)+r*(p*v-m*b+g*S)-i*(p*y-m*x+h*S)}determinantAffine(){let e=this.elements,t=e[0],n=e[4],r=e[8],i=e[1],a=e[5],o=e[9],s=e[2],c=e[6],l=e[10];return t*(a*l-o*c)-n*(i*l-o*s)+r*(i*c-a*s)}transpose(){let e=this.elements,t;return t=e[1],e[1]=e[4],e[4]=t,t=e[2],e[2]=e[8],e[8]=t,t=e[6],e[6]=e[9],e[9]=t,t=e[3],e[3]=e[12],e[12]=t,t=e[7],e[7]=e[13],e[13]=t,t=e[11],e[11]=e[14],e[14]=t,this}setPosition(e,t,n){let r=this.elements;return e.isVector3?(r[12]=e.x,r[13]=e.y,r[14]=e.z):(r[12]=e,r[13]=t,r[14]=n),this}invert(){let e=this.elements,t=e[0],n=e[1],r=e[2],i=e[3],a=e[4],o=e[5],s=e[6],c=e[7],l=e[8],u=e[9],d=e[10],f=e[11],p=e[12],m=e[13],h=e[14],g=e[15],_=t*o-n*a,v=t*s-r*a,y=t*c-i*a,b=n*s-r*o,x=n*c-i*o,S=r*c-i*s,C=l*m-u*p,w=l*h-d*p,T=l*g-f*p,E=u*h-d*m,D=u*g-f*m,O=d*g-f*h,k=_*O-v*D+y*E+b*T-x*w+S*C;if(k===0)return this.set(0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0);let A=1/k;return e[0]=(o*O-s*D+c*E)*A,e[1]=(r*D-n*O-i*E)*A,e[2]=(m*S-h*x+g*b)*A,e[3]=(d*x-u*S-f*b)*A,e[4]=(s*T-a*O-c*w)*A,e[5]=(t*O-r*T+i*w)*A,e[6]=(h*y-p*S-g*v)*A,e[7]=(l*S-d*y+f*v)*A,e[8]=(a*D-o*T+c*C)*A,e[9]=(n*T-t*D-i*C)*A,e[10]=(p*x-m*y+g*_)*A,e[11]=(u*y-l*x-f*_)*A,e[12]=(o*w-a*E-s*C)*A,e[13]=(t*E-n*w+r*C)*A,e[14]=(m*v-p*b-h*_)*A,e[15]=(l*b-u*v+d*_)*A,this}scale(e){let t=this.elements,n=e.x,r=e.y,i=e.z;return t[0]*=n,t[4]*=r,t[8]*=i,t[1]*=n,t[5]*=r,t[9]*=i,t[2]*=n,t[6]*=r,t[10]*=i,t[3]*=n,t[7]*=r,t[11]*=i,this}getMaxScaleOnAxis(){let e=this.elements,t=e[0]*e[0]+e[1]*e[1]+e[2]*e[2],n=e[4]*e[4]+e[5]*e[5]+e[6]*e[6],r=e[8]*e[8]+e[9]*e[9]+e[10]*e[10];return Math.sqrt(Math.max(t,n,r))}makeTranslation(e,t,n){return e.isVector3?this.set(1,0,0,e.x,0,1,0,e.y,0,0,1,e.z,0,0,0,1):this.set(1,0,0,e,0,1,0,t,0,0,1,n,0,0,0,1),this}makeRotationX(e){let t=Math.cos(e),n=Math.sin(e);return this.set(1,0,0,0,0,t,-n,0,0,n,t,0,0,0,0,1),this}makeRotationY(e){let t=Math.cos(e),n=Math.sin(e);return this.set(t,0,n,0,0,1,0,0,-n,0,t,0,0,0,0,1),this}makeRotationZ(e){let t=Math.cos(e),n=Math.sin(e);return this.set(t,-n,0,0,n,t,0,0,0,0,1,0,0,0,0,1),this}makeRotationAxis(e,t){let n=Math.cos(t),r=Math.sin(t),i=1-n,a=e.x,o=e.y,s=e.z,c=i*a,l=i*o;return this.set(c*a+n,c*o-r*s,c*s+r*o,0,c*o+r*s,l*o+n,l*s-r*a,0,c*s-r*o,l*s+r*a,i*s*s+n,0,0,0,0,1),this}makeScale(e,t,n){return this.set(e,0,0,0,0,t,0,0,0,0,n,0,0,0,0,1),this}makeShear(e,t,n,r,i,a){return this.set(1,n,i,0,e,1,a,0,t,r,1,0,0,0,0,1),this}compose(e,t,n){let r=this.elements,i=t._x,a=t._y,o=t._z,s=t._w,c=i+i,l=a+a,u=o+o,d=i*c,f=i*l,p=i*u,m=a*l,h=a*u,g=o*u,_=s*c,v=s*l,y=s*u,b=n.x,x=n.y,S=n.z;return r[0]=(1-(m+g))*b,r[1]=(f+y)*b,r[2]=(p-v)*b,r[3]=0,r[4]=(f-y)*x,r[5]=(1-(d+g))*x,r[6]=(h+_)*x,r[7]=0,r[8]=(p+v)*S,r[9]=(h-_)*S,r[10]=(1-(d+m))*S,r[11]=0,r[12]=e.x,r[13]=e.y,r[14]=e.z,r[15]=1,this}decompose(e,t,n){let r=this.elements;e.x=r[12],e.y=r[13],e.z=r[14];let i=this.determinantAffine();if(i===0)return n.set(1,1,1),t.identity(),this;let a=xh.set(r[0],r[1],r[2]).length(),o=xh.set(r[4],r[5],r[6]).length(),s=xh.set(r[8],r[9],r[10]).length();i<0&&(a=-a),Sh.copy(this);let c=1/a,l=1/o,u=1/s;return Sh.elements[0]*=c,Sh.elements[1]*=c,Sh.elements[2]*=c,Sh.elements[4]*=l,Sh.elements[5]*=l,Sh.elements[6]*=l,Sh.elements[8]*=u,Sh.elements[9]*=u,Sh.elements[10]*=u,t.setFromRotationMatrix(Sh),n.x=a,n.y=o,n.z=s,this}makePerspective(e,t,n,r,i,a,o=mm,s=!1){let c=this.elements,l=2*i/(t-e),u=2*i/(n-r),d=(t+e)/(t-e),f=(n+r)/(n-r),p,m;if(s)p=i/(a-i),m=a*i/(a-i);else if(o===2e3)p=-(a+i)/(a-i),m=-2*a*i/(a-i);else if(o===2001)p=-a/(a-i),m=-a*i/(a-i);else throw Error(`THREE.Matrix4.makePerspective(): Invalid coordinate system: `+o);return c[0]=l,c[4]=0,c[8]=d,c[12]=0,c[1]=0,c[5]=u,c[9]=f,c[13]=0,c[2]=0,c[6]=0,c[10]=p,c[14]=m,c[3]=0,c[7]=0,c[11]=-1,c[15]=0,this}makeOrthographic(e,t,n,r,i,a,o=mm,s=!1){let c=this.elements,l=2/(t-e),u=2/(n-r),d=-(t+e)/(t-e),f=-(n+r)/(n-r),p,m;if(s)p=1/(a-i),m=a/(a-i);else if(o===2e3)p=-2/(a-i),m=-(a+i)/(a-i);else if(o===2001)p=-1/(a-i),m=-i/(a-i);else throw Error(`THREE.Matrix4.makeOrthographic(): Invalid coordinate system: `+o);return c[0]=l,c[4]=0,c[8]=0,c[12]=d,c[1]=0,c[5]=u,c[9]=0,c[13]=f,c[2]=0,c[6]=0,c[10]=p,c[14]=m,c[3]=0,c[7]=0,c[11]=0,c[15]=1,this}equals(e){let t=this.elements,n=e.elements;for(let e=0;e<16;e++)if(t[e]!==n[e])return!1;return!0}fromArray(e,t=0){for(let n=0;n<16;n++)this.elements[n]=e[n+t];return this}toArray(e=[],t=0){let n=this.elements;return e[t]=n[0],e[t+1]=n[1],e[t+2]=n[2],e[t+3]=n[3],e[t+4]=n[4],e[t+5]=n[5],e[t+6]=n[6],e[t+7]=n[7],e[t+8]=n[8],e[t+9]=n[9],e[t+10]=n[10],e[t+11]=n[11],e[t+12]=n[12],e[t+13]=n[13],e[t+14]=n[14],e[t+15]=n[15],e}},xh=new G,Sh=new J,Ch=new G(0,0,0),wh=new G(1,1,1),Th=new G,Eh=new G,Dh=new G,Oh=new J,kh=new $m,Ah=class e{constructor(t=0,n=0,r=0,i=e.DEFAULT_ORDER){this.isEuler=!0,this._x=t,this._y=n,this._z=r,this._order=i}get x(){return this._x}set x(e){this._x=e,this._onChangeCallback()}get y(){return this._y}set y(e){this._y=e,this._onChangeCallback()}get z(){return this._z}set z(e){this._z=e,this._onChangeCallback()}get order(){return this._order}set order(e){this._order=e,this._onChangeCallback()}set(e,t,n,r=this._order){return this._x=e,this._y=t,this._z=n,this._order=r,this._onChangeCallback(),this}clone(){return new this.constructor(this._x,this._y,this._z,this._order)}copy(e){return this._x=e._x,this._y=e._y,this._z=e._z,this._order=e._order,this._onChangeCallback(),this}setFromRotationMatrix(e,t=this._order,n=!0){let r=e.elements,i=r[0],a=r[4],o=r[8],s=r[1],c=r[5],l=r[9],u=r[2],d=r[6],f=r[10];switch(t){case`XYZ`:this._y=Math.asin(U(o,-1,1)),Math.abs(o)<.9999999?(this._x=Math.atan2(-l,f),this._z=Math.atan2(-a,i)):(this._x=Math.atan2(d,c),this._z=0);break;case`YXZ`:this._x=Math.asin(-U(l,-1,1)),Math.abs(l)<.9999999?(this._y=Math.atan2(o,f),this._z=Math.atan2(s,c)):(this._y=Math.atan2(-u,i),this._z=0);break;case`ZXY`:this._x=Math.asin(U(d,-1,1)),Math.abs(d)<.9999999?(this._y=Math.atan2(-u,f),this._z=Math.atan2(-a,c)):(this._y=0,this._z=Math.atan2(s,i));break;case`ZYX`:this._y=Math.asin(-U(u,-1,1)),Math.abs(u)<.9999999?(this._x=Math.atan2(d,f),this._z=Math.atan2(s,i)):(this._x=0,this._z=Math.atan2(-a,c));break;case`YZX`:this._z=Math.asin(U(s,-1,1)),Math.abs(s)<.9999999?(this._x=Math.atan2(-l,c),this._y=Math.atan2(-u,i)):(this._x=0,this._y=Math.atan2(o,f));break;case`XZY`:this._z=Math.asin(-U(a,-1,1)),Math.abs(a)<.9999999?(this._x=Math.atan2(d,c),this._y=Math.atan2(o,i)):(this._x=Math.atan2(-l,f),this._y=0);break;default:V(`Euler: .setFromRotationMatrix() encountered an unknown order: `+t)}return this._order=t,n===!0&&this._onChangeCallback(),this}setFromQuaternion(e,t,n){return Oh.makeRotationFromQuaternion(e),this.setFromRotationMatrix(Oh,t,n)}setFromVector3(e,t=this._order){return this.set(e.x,e.y,e.z,t)}reorder(e){return kh.setFromEuler(this),this.setFromQuaternion(kh,e)}equals(e){return e._x===this._x&&e._y===this._y&&e._z===this._z&&e._order===this._order}fromArray(e){return this._x=e[0],this._y=e[1],this._z=e[2],e[3]!==void 0&&(this._order=e[3]),this._onChangeCallback(),this}toArray(e=[],t=0){return e[t]=this._x,e[t+1]=this._y,e[t+2]=this._z,e[t+3]=this._order,e}_onChange(e){return this._onChangeCallback=e,this}_onChangeCallback(){}*[Symbol.iterator](){yield this._x,yield this._y,yield this._z,yield this._order}};Ah.DEFAULT_ORDER=`XYZ`;var jh=class{constructor(){this.mask=1}set(e){this.mask=1<<e>>>0}enable(e){this.mask|=1<<e}enableAll(){this.mask=-1}toggle(e){this.mask^=1<<e}disable(e){this.mask&=~(1<<e)}disableAll(){this.mask=0}test(e){return(this.mask&e.mask)!==0}isEnabled(e){return!!(this.mask&1<<e)}},Mh=0,Nh=new G,Ph=new $m,Fh=new J,Ih=new G,Lh=new G,Rh=new G,zh=new $m,Bh=new G(1,0,0),Vh=new G(0,1,0),Hh=new G(0,0,1),Uh={type:`added`},Wh={type:`removed`},Gh={type:`childadded`,child:null},Kh={type:`childremoved`,child:null},qh=class e extends Tm{constructor(){super(),this.isObject3D=!0,Object.defineProperty(this,"id",{value:Mh++}),this.uuid=Am(),this.name=``,this.type=`Object3D`,this.parent=null,this.children=[],this.up=e.DEFAULT_UP.clone();let t=new G,n=new Ah,r=new $m,i=new G(1,1,1);function a(){r.setFromEuler(n,!1)}function o(){n.setFromQuaternion(r,void 0,!1)}n._onChange(a),r._onChange(o),Object.defineProperties(this,{position:{configurable:!0,enumerable:!0,value:t},rotation:{configurable:!0,enumerable:!0,value:n},quaternion:{configurable:!0,enumerable:!0,value:r},scale:{configurable:!0,enumerable:!0,value:i},modelViewMatrix:{value:new J},normalMatrix:{value:new K}}),this.matrix=new J,this.matrixWorld=new J,this.matrixAutoUpdate=e.DEFAULT_MATRIX_AUTO_UPDATE,this.matrixWorldAutoUpdate=e.DEFAULT_MATRIX_WORLD_AUTO_UPDATE,this.matrixWorldNeedsUpdate=!1,this.layers=new jh,this.visible=!0,this.castShadow=!1,this.receiveShadow=!1,this.frustumCulled=!0,this.renderOrder=0,this.animations=[],this.customDepthMaterial=void 0,this.customDistanceMaterial=void 0,this.static=!1,this.userData={},this.pivot=null}onBeforeShadow(){}onAfterShadow(){}onBeforeRender(){}onAfterRender(){}applyMatrix4(e){this.matrixAutoUpdate&&this.updateMatrix(),this.matrix.premultiply(e),this.matrix.decompose(this.position,this.quaternion,this.scale),this.pivot!==null&&this.position.copy(this.pivot).applyMatrix4(this.matrix).sub(this.pivot)}applyQuaternion(e){return this.quaternion.premultiply(e),this}setRotationFromAxisAngle(e,t){this.quaternion.setFromAxisAngle(e,t)}setRotationFromEuler(e){this.quaternion.setFromEuler(e,!0)}setRotationFromMatrix(e){this.quaternion.setFromRotationMatrix(e)}setRotationFromQuaternion(e){this.quaternion.copy(e)}rotateOnAxis(e,t){return Ph.setFromAxisAngle(e,t),this.quaternion.multiply(Ph),this}rotateOnWorldAxis(e,t){return Ph.setFromAxisAngle(e,t),this.quaternion.premultiply(Ph),this}rotateX(e){return this.rotateOnAxis(Bh,e)}rotateY(e){return this.rotateOnAxis(Vh,e)}rotateZ(e){return this.rotateOnAxis(Hh,e)}translateOnAxis(e,t){return Nh.copy(e).applyQuaternion(this.quaternion),this.position.add(Nh.multiplyScalar(t)),this}translateX(e){return this.translateOnAxis(Bh,e)}translateY(e){return this.translateOnAxis(Vh,e)}translateZ(e){return this.translateOnAxis(Hh,e)}localToWorld(e){return this.updateWorldMatrix(!0,!1),e.applyMatrix4(this.matrixWorld)}worldToLocal(e){return this.updateWorldMatrix(!0,!1),e.applyMatrix4(Fh.copy(this.matrixWorld).invert())}lookAt(e,t,n){e.isVector3?Ih.copy(e):Ih.set(e,t,n);let r=this.parent;this.updateWorldMatrix(!0,!1),Lh.setFromMatrixPosition(this.matrixWorld),this.isCamera||this.isLight?Fh.lookAt(Lh,Ih,this.up):Fh.lookAt(Ih,Lh,this.up),this.quaternion.setFromRotationMatrix(Fh),r&&(Fh.extractRotation(r.matrixWorld),Ph.setFromRotationMatrix(Fh),this.quaternion.premultiply(Ph.invert()))}add(e){if(arguments.length>1){for(let e=0;e<arguments.length;e++)this.add(arguments[e]);return this}return e===this?(H(`Object3D.add: object can't be added as a child of itself.`,e),this):(e&&e.isObject3D?(e.removeFromParent(),e.parent=this,this.children.push(e),e.dispatchEvent(Uh),Gh.child=e,this.dispatchEvent(Gh),Gh.child=null):H(`Object3D.add: object not an instance of THREE.Object3D.`,e),this)}remove(e){if(arguments.length>1){for(let e=0;e<arguments.length;e++)this.remove(arguments[e]);return this}let t=this.children.indexOf(e);return t!==-1&&(e.parent=null,this.children.splice(t,1),e.dispatchEvent(Wh),Kh.child=e,this.dispatchEvent(Kh),Kh.child=null),this}removeFromParent(){let e=this.parent;return e!==null&&e.remove(this),this}clear(){return this.remove(...this.children)}attach(e){return this.updateWorldMatrix(!0,!1),Fh.copy(this.matrixWorld).invert(),e.parent!==null&&(e.parent.updateWorldMatrix(!0,!1),Fh.multiply(e.parent.matrixWorld)),e.applyMatrix4(Fh),e.removeFromParent(),e.parent=this,this.children.push(e),e.updateWorldMatrix(!1,!0),e.dispatchEvent(Uh),Gh.child=e,this.dispatchEvent(Gh),Gh.child=null,this}getObjectById(e){return this.getObjectByProperty(`id`,e)}getObjectByName(e){return this.getObjectByProperty(`name`,e)}getObjectByProperty(e,t){if(this[e]===t)return this;for(let n=0,r=this.children.length;n<r;n++){let r=this.children[n].getObjectByProperty(e,t);if(r!==void 0)return r}}getObjectsByProperty(e,t,n=[]){this[e]===t&&n.push(this);let r=this.children;for(let i=0,a=r.length;i<a;i++)r[i].getObjectsByProperty(e,t,n);return n}getWorldPosition(e){return this.updateWorldMatrix(!0,!1),e.setFromMatrixPosition(this.matrixWorld)}getWorldQuaternion(e){return this.updateWorldMatrix(!0,!1),this.matrixWorld.decompose(Lh,e,Rh),e}getWorldScale(e){return this.updateWorldMatrix(!0,!1),this.matrixWorld.decompose(Lh,zh,e),e}getWorldDirection(e){this.updateWorldMatrix(!0,!1);let t=this.matrixWorld.elements;return e.set(t[8],t[9],t[10]).normalize()}raycast(){}intersectsFrustum(){return!0}traverse(e){e(this);let t=this.children;for(let n=0,r=t.length;n<r;n++)t[n].traverse(e)}traverseVisible(e){if(this.visible===!1)return;e(this);let t=this.children;for(let n=0,r=t.length;n<r;n++)t[n].traverseVisible(e)}traverseAncestors(e){let t=this.parent;t!==null&&(e(t),t.traverseAncestors(e))}updateMatrix(){this.matrix.compose(this.position,this.quaternion,this.scale);let e=this.pivot;if(e!==null){let t=e.x,n=e.y,r=e.z,i=this.matrix.elements;i[12]+=t-i[0]*t-i[4]*n-i[8]*r,i[13]+=n-i[1]*t-i[5]*n-i[9]*r,i[14]+=r-i[2]*t-i[6]*n-i[10]*r}this.matrixWorldNeedsUpdate=!0}updateMatrixWorld(e){this.matrixAutoUpdate&&this.updateMatrix(),(this.matrixWorldNeedsUpdate||e)&&(this.matrixWorldAutoUpdate===!0&&(this.parent===null?this.matrixWorld.copy(this.matrix):this.matrixWorld.multiplyMatrices(this.parent.matrixWorld,this.matrix)),this.matrixWorldNeedsUpdate=!1,e=!0);let t=this.children;for(let n=0,r=t.length;n<r;n++)t[n].updateMatrixWorld(e)}updateWorldMatrix(e,t,n=!1){let r=this.parent;if(e===!0&&r!==null&&r.updateWorldMatrix(!0,!1),this.matrixAutoUpdate&&this.updateMatrix(),(this.matrixWorldNeedsUpdate||n)&&(this.matrixWorldAutoUpdate===!0&&(this.parent===null?this.matrixWorld.copy(this.matrix):this.matrixWorld.multiplyMatrices(this.parent.matrixWorld,this.matrix)),this.matrixWorldNeedsUpdate=!1,n=!0),t===!0){let e=this.children;for(let t=0,r=e.length;t<r;t++)e[t].updateWorldMatrix(!1,!0,n)}}toJSON(e){let t=e===void 0||typeof e==`string`,n={};t&&(e={geometries:{},materials:{},textures:{},images:{},shapes:{},skeletons:{},animations:{},nodes:{}},n.metadata={version:4.7,type:`Object`,generator:`Object3D.toJSON`});let r={};r.uuid=this.uuid,r.type=this.type,r.name=this.name,r.castShadow=this.castShadow,r.receiveShadow=this.receiveShadow,r.visible=this.visible,r.frustumCulled=this.frustumCulled,r.renderOrder=this.renderOrder,r.static=this.static,r.matrixAutoUpdate=this.matrixAutoUpdate,Object.keys(this.userData).length>0&&(r.userData=this.userData),r.layers=this.layers.mask,r.matrix=this.matrix.toArray(),r.up=this.up.toArray(),this.pivot!==null&&(r.pivot=this.pivot.toArray()),this.morphTargetDictionary!==void 0&&(r.morphTargetDictionary=Object.assign({},this.morphTargetDictionary)),this.morphTargetInfluences!==void 0&&(r.morphTargetInfluences=this.morphTargetInfluences.slice()),this.isInstancedMesh&&(r.type=`InstancedMesh`,r.count=this.count,r.instanceMatrix=this.instanceMatrix.toJSON(),this.instanceColor!==null&&(r.instanceColor=this.instanceColor.toJSON())),this.isBatchedMesh&&(r.type=`BatchedMesh`,r.perObjectFrustumCulled=this.perObjectFrustumCulled,r.sortObjects=this.sortObjects,r.drawRanges=this._drawRanges,r.reservedRanges=this._reservedRanges,r.geometryInfo=this._geometryInfo.map(e=>({...e,boundingBox:e.boundingBox?e.boundingBox.toJSON():void 0,boundingSphere:e.boundingSphere?e.boundingSphere.toJSON():void 0})),r.instanceInfo=this._instanceInfo.map(e=>({...e})),r.availableInstanceIds=this._availableInstanceIds.slice(),r.availableGeometryIds=this._availableGeometryIds.slice(),r.nextIndexStart=this._nextIndexStart,r.nextVertexStart=this._nextVertexStart,r.geometryCount=this._geometryCount,r.maxInstanceCount=this._maxInstanceCount,r.maxVertexCount=this._maxVertexCount,r.maxIndexCount=this._maxIndexCount,r.geometryInitialized=this._geometryInitialized,r.matricesTexture=this._matricesTexture.toJSON(e),r.indirectTexture=this._indirectTexture.toJSON(e),this._colorsTexture!==null&&(r.colorsTexture=this._colorsTexture.toJSON(e)),this.boundingSphere!==null&&(r.boundingSphere=this.boundingSphere.toJSON()),this.boundingBox!==null&&(r.boundingBox=this.boundingBox.toJSON()));function i(t,n){return t[n.uuid]===void 0&&(t[n.uuid]=n.toJSON(e)),n.uuid}if(this.isScene)this.background&&(this.background.isColor?r.background=this.background.toJSON():this.background.isTexture&&(r.background=this.background.toJSON(e).uuid)),this.environment&&this.environment.isTexture&&this.environment.isRenderTargetTexture!==!0&&(r.environment=this.environment.toJSON(e).uuid);else if(this.isMesh||this.isLine||this.isPoints){r.geometry=i(e.geometries,this.geometry);let t=this.geometry.parameters;if(t!==void 0&&t.shapes!==void 0){let n=t.shapes;if(Array.isArray(n))for(let t=0,r=n.length;t<r;t++){let r=n[t];i(e.shapes,r)}else i(e.shapes,n)}}if(this.isSkinnedMesh&&(r.bindMode=this.bindMode,r.bindMatrix=this.bindMatrix.toArray(),this.skeleton!==void 0&&(i(e.skeletons,this.skeleton),r.skeleton=this.skeleton.uuid)),this.material!==void 0){if(Array.isArray(this.material)){let t=[];for(let n=0,r=this.material.length;n<r;n++)t.push(i(e.materials,this.material[n]));r.material=t}else r.material=i(e.materials,this.material)}if(this.children.length>0){r.children=[];for(let t=0;t<this.children.length;t++)r.children.push(this.children[t].toJSON(e).object)}if(this.animations.length>0){r.animations=[];for(let t=0;t<this.animations.length;t++){let n=this.animations[t];r.animations.push(i(e.animations,n))}}if(t){let t=a(e.geometries),r=a(e.materials),i=a(e.textures),o=a(e.images),s=a(e.shapes),c=a(e.skeletons),l=a(e.animations),u=a(e.nodes);t.length>0&&(n.geometries=t),r.length>0&&(n.materials=r),i.length>0&&(n.textures=i),o.length>0&&(n.images=o),s.length>0&&(n.shapes=s),c.length>0&&(n.skeletons=c),l.length>0&&(n.animations=l),u.length>0&&(n.nodes=u)}return n.object=r,n;function a(e){let t=[];for(let n in e){let r=e[n];delete r.metadata,t.push(r)}return t}}clone(e){return new this.constructor().copy(this,e)}copy(e,t=!0){if(this.name=e.name,this.up.copy(e.up),this.position.copy(e.position),this.rotation.order=e.rotation.order,this.quaternion.copy(e.quaternion),this.scale.copy(e.scale),this.pivot=e.pivot===null?null:e.pivot.clone(),this.matrix.copy(e.matrix),this.matrixWorld.copy(e.matrixWorld),this.matrixAutoUpdate=e.matrixAutoUpdate,this.matrixWorldAutoUpdate=e.matrixWorldAutoUpdate,this.matrixWorldNeedsUpdate=e.matrixWorldNeedsUpdate,this.layers.mask=e.layers.mask,this.visible=e.visible,this.castShadow=e.castShadow,this.receiveShadow=e.receiveShadow,this.frustumCulled=e.frustumCulled,this.renderOrder=e.renderOrder,this.static=e.static,this.animations=e.animations.slice(),this.userData=JSON.parse(JSON.stringify(e.userData)),t===!0)for(let t=0;t<e.children.length;t++){let n=e.children[t];this.add(n.clone())}return this}dispose(){this.dispatchEvent({type:`dispose`})}};qh.DEFAULT_UP=new G(0,1,0),qh.DEFAULT_MATRIX_AUTO_UPDATE=!0,qh.DEFAULT_MATRIX_WORLD_AUTO_UPDATE=!0;var Jh=class extends qh{constructor(){super(),this.isGroup=!0,this.type=`Group`}},Yh={type:`move`},Xh=class{constructor(){this._targetRay=null,this._grip=null,this._hand=null}getHandSpace(){return this._hand===null&&(this._hand=new Jh,this._hand.matrixAutoUpdate=!1,this._hand.visible=!1,this._hand.joints={},this._hand.inputState={pinching:!1}),this._hand}getTargetRaySpace(){return this._targetRay===null&&(this._targetRay=new Jh,this._targetRay.matrixAutoUpdate=!1,this._targetRay.visible=!1,this._targetRay.hasLinearVelocity=!1,this._targetRay.linearVelocity=new G,this._targetRay.hasAngularVelocity=!1,this._targetRay.angularVelocity=new G),this._targetRay}getGripSpace(){return this._grip===null&&(this._grip=new Jh,this._grip.matrixAutoUpdate=!1,this._grip.visible=!1,this._grip.hasLinearVelocity=!1,this._grip.linearVelocity=new G,this._grip.hasAngularVelocity=!1,this._grip.angularVelocity=new G,this._grip.eventsEnabled=!1),this._grip}dispatchEvent(e){return this._targetRay!==null&&this._targetRay.dispatchEvent(e),this._grip!==null&&this._grip.dispatchEvent(e),this._hand!==null&&this._hand.dispatchEvent(e),this}connect(e){if(e&&e.hand){let t=this._hand;if(t)for(let n of e.hand.values())this._getHandJoint(t,n)}return this.dispatchEvent({type:`connected`,data:e}),this}disconnect(e){return this.dispatchEvent({type:`disconnected`,data:e}),this._targetRay!==null&&(this._targetRay.visible=!1),this._grip!==null&&(this._grip.visible=!1),this._hand!==null&&(this._hand.visible=!1),this}update(e,t,n){let r=null,i=null,a=null,o=this._targetRay,s=this._grip,c=this._hand;if(e&&t.session.visibilityState!==`visible-blurred`){if(c&&e.hand){a=!0;for(let r of e.hand.values()){let e=t.getJointPose(r,n),i=this._getHandJoint(c,r);e!==null&&(i.matrix.fromArray(e.transform.matrix),i.matrix.decompose(i.position,i.quaternion,i.scale),i.matrixWorldNeedsUpdate=!0,i.jointRadius=e.radius),i.visible=e!==null}let r=c.joints[`index-finger-tip`],i=c.joints[`thumb-tip`],o=r.position.distanceTo(i.position);c.inputState.pinching&&o>.025?(c.inputState.pinching=!1,this.dispatchEvent({type:`pinchend`,handedness:e.handedness,target:this})):!c.inputState.pinching&&o<=.015&&(c.inputState.pinching=!0,this.dispatchEvent({type:`pinchstart`,handedness:e.handedness,target:this}))}else s!==null&&e.gripSpace&&(i=t.getPose(e.gripSpace,n),i!==null&&(s.matrix.fromArray(i.transform.matrix),s.matrix.decompose(s.position,s.quaternion,s.scale),s.matrixWorldNeedsUpdate=!0,i.linearVelocity?(s.hasLinearVelocity=!0,s.linearVelocity.copy(i.linearVelocity)):s.hasLinearVelocity=!1,i.angularVelocity?(s.hasAngularVelocity=!0,s.angularVelocity.copy(i.angularVelocity)):s.hasAngularVelocity=!1,s.eventsEnabled&&s.dispatchEvent({type:`gripUpdated`,data:e,target:this})));o!==null&&(r=t.getPose(e.targetRaySpace,n),r===null&&i!==null&&(r=i),r!==null&&(o.matrix.fromArray(r.transform.matrix),o.matrix.decompose(o.position,o.quaternion,o.scale),o.matrixWorldNeedsUpdate=!0,r.linearVelocity?(o.hasLinearVelocity=!0,o.linearVelocity.copy(r.linearVelocity)):o.hasLinearVelocity=!1,r.angularVelocity?(o.hasAngularVelocity=!0,o.angularVelocity.copy(r.angularVelocity)):o.hasAngularVelocity=!1,this.dispatchEvent(Yh)))}return o!==null&&(o.visible=r!==null),s!==null&&(s.visible=i!==null),c!==null&&(c.visible=a!==null),this}_getHandJoint(e,t){if(e.joints[t.jointName]===void 0){let n=new Jh;n.matrixAutoUpdate=!1,n.visible=!1,e.joints[t.jointName]=n,e.add(n)}return e.joints[t.jointName]}},Zh={aliceblue:15792383,antiquewhite:16444375,aqua:65535,aquamarine:8388564,azure:15794175,beige:16119260,bisque:16770244,black:0,blanchedalmond:16772045,blue:255,blueviolet:9055202,brown:10824234,burlywood:14596231,cadetblue:6266528,chartreuse:8388352,chocolate:13789470,coral:16744272,cornflowerblue:6591981,cornsilk:16775388,crimson:14423100,cyan:65535,darkblue:139,darkcyan:35723,darkgoldenrod:12092939,darkgray:11119017,darkgreen:25600,darkgrey:11119017,darkkhaki:12433259,darkmagenta:9109643,darkolivegreen:5597999,darkorange:16747520,darkorchid:10040012,darkred:9109504,darksalmon:15308410,darkseagreen:9419919,darkslateblue:4734347,darkslategray:3100495,darkslategrey:3100495,darkturquoise:52945,darkviolet:9699539,deeppink:16716947,deepskyblue:49151,dimgray:6908265,dimgrey:6908265,dodgerblue:2003199,firebrick:11674146,floralwhite:16775920,forestgreen:2263842,fuchsia:16711935,gainsboro:14474460,ghostwhite:16316671,gold:16766720,goldenrod:14329120,gray:8421504,green:32768,greenyellow:11403055,grey:8421504,honeydew:15794160,hotpink:16738740,indianred:13458524,indigo:4915330,ivory:16777200,khaki:15787660,lavender:15132410,lavenderblush:16773365,lawngreen:8190976,lemonchiffon:16775885,lightblue:11393254,lightcoral:15761536,lightcyan:14745599,lightgoldenrodyellow:16448210,lightgray:13882323,lightgreen:9498256,lightgrey:13882323,lightpink:16758465,lightsalmon:16752762,lightseagreen:2142890,lightskyblue:8900346,lightslategray:7833753,lightslategrey:7833753,lightsteelblue:11584734,lightyellow:16777184,lime:65280,limegreen:3329330,linen:16445670,magenta:16711935,maroon:8388608,mediumaquamarine:6737322,mediumblue:205,mediumorchid:12211667,mediumpurple:9662683,mediumseagreen:3978097,mediumslateblue:8087790,mediumspringgreen:64154,mediumturquoise:4772300,mediumvioletred:13047173,midnightblue:1644912,mintcream:16121850,mistyrose:16770273,moccasin:16770229,navajowhite:16768685,navy:128,oldlace:16643558,olive:8421376,olivedrab:7048739,orange:16753920,orangered:16729344,orchid:14315734,palegoldenrod:15657130,palegreen:10025880,paleturquoise:11529966,palevioletred:14381203,papayawhip:16773077,peachpuff:16767673,peru:13468991,pink:16761035,plum:14524637,powderblue:11591910,purple:8388736,rebeccapurple:6697881,red:16711680,rosybrown:12357519,royalblue:4286945,saddlebrown:9127187,salmon:16416882,sandybrown:16032864,seagreen:3050327,seashell:16774638,sienna:10506797,silver:12632256,skyblue:8900331,slateblue:6970061,slategray:7372944,slategrey:7372944,snow:16775930,springgreen:65407,steelblue:4620980,tan:13808780,teal:32896,thistle:14204888,tomato:16737095,turquoise:4251856,violet:15631086,wheat:16113331,white:16777215,whitesmoke:16119285,yellow:16776960,yellowgreen:10145074},Qh={h:0,s:0,l:0},$h={h:0,s:0,l:0};function eg(e,t,n){return n<0&&(n+=1),n>1&&--n,n<1/6?e+(t-e)*6*n:n<1/2?t:n<2/3?e+(t-e)*6*(2/3-n):e}var Y=class{constructor(e,t,n){return this.isColor=!0,this.r=1,this.g=1,this.b=1,this.set(e,t,n)}set(e,t,n){if(t===void 0&&n===void 0){let t=e;t&&t.isColor?this.copy(t):typeof t==`number`?this.setHex(t):typeof t==`string`&&this.setStyle(t)}else this.setRGB(e,t,n);return this}setScalar(e){return this.r=e,this.g=e,this.b=e,this}setHex(e,t=cm){return e=Math.floor(e),this.r=(e>>16&255)/255,this.g=(e>>8&255)/255,this.b=(e&255)/255,q.colorSpaceToWorking(this,t),this}setRGB(e,t,n,r=q.workingColorSpace){return this.r=e,this.g=t,this.b=n,q.colorSpaceToWorking(this,r),this}setHSL(e,t,n,r=q.workingColorSpace){if(e=jm(e,1),t=U(t,0,1),n=U(n,0,1),t===0)this.r=this.g=this.b=n;else{let r=n<=.5?n*(1+t):n+t-n*t,i=2*n-r;this.r=eg(i,r,e+1/3),this.g=eg(i,r,e),this.b=eg(i,r,e-1/3)}return q.colorSpaceToWorking(this,r),this}setStyle(e,t=cm){function n(t){t!==void 0&&parseFloat(t)<1&&V(`Color: Alpha component of `+e+` will be ignored.`)}let r;if(r=/^(\w+)\(([^\)]*)\)/.exec(e)){let i,a=r[1],o=r[2];switch(a){case`rgb`:case`rgba`:if(i=/^\s*(\d+)\s*,\s*(\d+)\s*,\s*(\d+)\s*(?:,\s*(\d+(?:\.\d+)?|\.\d+)\s*)?$/.exec(o))return n(i[4]),this.setRGB(Math.min(255,parseInt(i[1],10))/255,Math.min(255,parseInt(i[2],10))/255,Math.min(255,parseInt(i[3],10))/255,t);if(i=/^\s*(\d+(?:\.\d+)?|\.\d+)\%\s*,\s*(\d+(?:\.\d+)?|\.\d+)\%\s*,\s*(\d+(?:\.\d+)?|\.\d+)\%\s*(?:,\s*(\d+(?:\.\d+)?|\.\d+)\s*)?$/.exec(o))return n(i[4]),this.setRGB(Math.min(100,parseFloat(i[1]))/100,Math.min(100,parseFloat(i[2]))/100,Math.min(100,parseFloat(i[3]))/100,t);break;case`hsl`:case`hsla`:if(i=/^\s*([+-]?(?:\d+(?:\.\d+)?|\.\d+))\s*,\s*(\d+(?:\.\d+)?|\.\d+)\%\s*,\s*(\d+(?:\.\d+)?|\.\d+)\%\s*(?:,\s*(\d+(?:\.\d+)?|\.\d+)\s*)?$/.exec(o))return n(i[4]),this.setHSL(parseFloat(i[1])/360,parseFloat(i[2])/100,parseFloat(i[3])/100,t);break;default:V(`Color: Unknown color model `+e)}}else if(r=/^\#([A-Fa-f\d]+)$/.exec(e)){let n=r[1],i=n.length;if(i===3)return this.setRGB(parseInt(n.charAt(0),16)/15,parseInt(n.charAt(1),16)/15,parseInt(n.charAt(2),16)/15,t);if(i===6)return this.setHex(parseInt(n,16),t);V(`Color: Invalid hex color `+e)}else if(e&&e.length>0)return this.setColorName(e,t);return this}setColorName(e,t=cm){let n=Zh[e.toLowerCase()];return n===void 0?V(`Color: Unknown color `+e):this.setHex(n,t),this}clone(){return new this.constructor(this.r,this.g,this.b)}copy(e){return this.r=e.r,this.g=e.g,this.b=e.b,this}copySRGBToLinear(e){return this.r=oh(e.r),this.g=oh(e.g),this.b=oh(e.b),this}copyLinearToSRGB(e){return this.r=sh(e.r),this.g=sh(e.g),this.b=sh(e.b),this}convertSRGBToLinear(){return this.copySRGBToLinear(this),this}convertLinearToSRGB(){return this.copyLinearToSRGB(this),this}getHex(e=cm){return q.workingToColorSpace(tg.copy(this),e),Math.round(U(tg.r*255,0,255))*65536+Math.round(U(tg.g*255,0,255))*256+Math.round(U(tg.b*255,0,255))}getHexString(e=cm){return(`000000`+this.getHex(e).toString(16)).slice(-6)}getHSL(e,t=q.workingColorSpace){q.workingToColorSpace(tg.copy(this),t);let n=tg.r,r=tg.g,i=tg.b,a=Math.max(n,r,i),o=Math.min(n,r,i),s,c,l=(o+a)/2;if(o===a)s=0,c=0;else{let e=a-o;switch(c=l<=.5?e/(a+o):e/(2-a-o),a){case n:s=(r-i)/e+(r<i?6:0);break;case r:s=(i-n)/e+2;break;case i:s=(n-r)/e+4}s/=6}return e.h=s,e.s=c,e.l=l,e}getRGB(e,t=q.workingColorSpace){return q.workingToColorSpace(tg.copy(this),t),e.r=tg.r,e.g=tg.g,e.b=tg.b,e}getStyle(e=cm){q.workingToColorSpace(tg.copy(this),e);let t=tg.r,n=tg.g,r=tg.b;return e===`srgb`?`rgb(${Math.round(t*255)},${Math.round(n*255)},${Math.round(r*255)})`:`color(${e} ${t.toFixed(3)} ${n.toFixed(3)} ${r.toFixed(3)})`}offsetHSL(e,t,n){return this.getHSL(Qh),this.setHSL(Qh.h+e,Qh.s+t,Qh.l+n)}add(e){return this.r+=e.r,this.g+=e.g,this.b+=e.b,this}addColors(e,t){return this.r=e.r+t.r,this.g=e.g+t.g,this.b=e.b+t.b,this}addScalar(e){return this.r+=e,this.g+=e,this.b+=e,this}sub(e){return this.r=Math.max(0,this.r-e.r),this.g=Math.max(0,this.g-e.g),this.b=Math.max(0,this.b-e.b),this}multiply(e){return this.r*=e.r,this.g*=e.g,this.b*=e.b,this}multiplyScalar(e){return this.r*=e,this.g*=e,this.b*=e,this}lerp(e,t){return this.r+=(e.r-this.r)*t,this.g+=(e.g-this.g)*t,this.b+=(e.b-this.b)*t,this}lerpColors(e,t,n){return this.r=e.r+(t.r-e.r)*n,this.g=e.g+(t.g-e.g)*n,this.b=e.b+(t.b-e.b)*n,this}lerpHSL(e,t){this.getHSL(Qh),e.getHSL($h);let n=Pm(Qh.h,$h.h,t),r=Pm(Qh.s,$h.s,t),i=Pm(Qh.l,$h.l,t);return this.setHSL(n,r,i),this}setFromVector3(e){return this.r=e.x,this.g=e.y,this.b=e.z,this}applyMatrix3(e){let t=this.r,n=this.g,r=this.b,i=e.elements;return this.r=i[0]*t+i[3]*n+i[6]*r,this.g=i[1]*t+i[4]*n+i[7]*r,this.b=i[2]*t+i[5]*n+i[8]*r,this}equals(e){return e.r===this.r&&e.g===this.g&&e.b===this.b}fromArray(e,t=0){return this.r=e[t],this.g=e[t+1],this.b=e[t+2],this}toArray(e=[],t=0){return e[t]=this.r,e[t+1]=this.g,e[t+2]=this.b,e}fromBufferAttribute(e,t){return this.r=e.getX(t),this.g=e.getY(t),this.b=e.getZ(t),this}toJSON(){return this.getHex()}*[Symbol.iterator](){yield this.r,yield this.g,yield this.b}},tg=new Y;Y.NAMES=Zh;var ng=class extends qh{constructor(){super(),this.isScene=!0,this.type=`Scene`,this.background=null,this.environment=null,this.fog=null,this.backgroundBlurriness=0,this.backgroundIntensity=1,this.backgroundRotation=new Ah,this.environmentIntensity=1,this.environmentRotation=new Ah,this.overrideMaterial=null,typeof __THREE_DEVTOOLS__<`u`&&__THREE_DEVTOOLS__.dispatchEvent(new CustomEvent(`observe`,{detail:this}))}copy(e,t){return super.copy(e,t),this.background=e.background===null?null:e.background.clone(),this.environment=e.environment===null?null:e.environment.clone(),this.fog=e.fog===null?null:e.fog.clone(),this.backgroundBlurriness=e.backgroundBlurriness,this.backgroundIntensity=e.backgroundIntensity,this.backgroundRotation.copy(e.backgroundRotation),this.environmentIntensity=e.environmentIntensity,this.environmentRotation.copy(e.environmentRotation),this.overrideMaterial=e.overrideMaterial===null?null:e.overrideMaterial.clone(),this.matrixAutoUpdate=e.matrixAutoUpdate,this}toJSON(e){let t=super.toJSON(e);return this.fog!==null&&(t.object.fog=this.fog.toJSON()),t.object.backgroundBlurriness=this.backgroundBlurriness,t.object.backgroundIntensity=this.backgroundIntensity,t.object.backgroundRotation=this.backgroundRotation.toArray(),t.object.environmentIntensity=this.environmentIntensity,t.object.environmentRotation=this.environmentRotation.toArray(),t}},rg=new G,ig=new G,ag=new G,og=new G,sg=new G,cg=new G,lg=new G,ug=new G,dg=new G,fg=new G,pg=new gh,mg=new gh,hg=new gh,gg=class e{constructor(e=new G,t=new G,n=new G){this.a=e,this.b=t,this.c=n}static getNormal(e,t,n,r){r.subVectors(n,t),rg.subVectors(e,t),r.cross(rg);let i=r.lengthSq();return i>0?r.multiplyScalar(1/Math.sqrt(i)):r.set(0,0,0)}static getBarycoord(e,t,n,r,i){rg.subVectors(r,t),ig.subVectors(n,t),ag.subVectors(e,t);let a=rg.dot(rg),o=rg.dot(ig),s=rg.dot(ag),c=ig.dot(ig),l=ig.dot(ag),u=a*c-o*o;if(u===0)return i.set(0,0,0),null;let d=1/u,f=(c*s-o*l)*d,p=(a*l-o*s)*d;return i.set(1-f-p,p,f)}static containsPoint(e,t,n,r){return this.getBarycoord(e,t,n,r,og)!==null&&og.x>=0&&og.y>=0&&og.x+og.y<=1}static getInterpolation(e,t,n,r,i,a,o,s){return this.getBarycoord(e,t,n,r,og)===null?(s.x=0,s.y=0,`z`in s&&(s.z=0),`w`in s&&(s.w=0),null):(s.setScalar(0),s.addScaledVector(i,og.x),s.addScaledVector(a,og.y),s.addScaledVector(o,og.z),s)}static getInterpolatedAttribute(e,t,n,r,i,a){return pg.setScalar(0),mg.setScalar(0),hg.setScalar(0),pg.fromBufferAttribute(e,t),mg.fromBufferAttribute(e,n),hg.fromBufferAttribute(e,r),a.setScalar(0),a.addScaledVector(pg,i.x),a.addScaledVector(mg,i.y),a.addScaledVector(hg,i.z),a}static isFrontFacing(e,t,n,r){return rg.subVectors(n,t),ig.subVectors(e,t),rg.cross(ig).dot(r)<0}set(e,t,n){return this.a.copy(e),this.b.copy(t),this.c.copy(n),this}setFromPointsAndIndices(e,t,n,r){return this.a.copy(e[t]),this.b.copy(e[n]),this.c.copy(e[r]),this}setFromAttributeAndIndices(e,t,n,r){return this.a.fromBufferAttribute(e,t),this.b.fromBufferAttribute(e,n),this.c.fromBufferAttribute(e,r),this}clone(){return new this.constructor().copy(this)}copy(e){return this.a.copy(e.a),this.b.copy(e.b),this.c.copy(e.c),this}getArea(){return rg.subVectors(this.c,this.b),ig.subVectors(this.a,this.b),rg.cross(ig).length()*.5}getMidpoint(e){return e.addVectors(this.a,this.b).add(this.c).multiplyScalar(1/3)}getNormal(t){return e.getNormal(this.a,this.b,this.c,t)}getPlane(e){return e.setFromCoplanarPoints(this.a,this.b,this.c)}getBarycoord(t,n){return e.getBarycoord(t,this.a,this.b,this.c,n)}getInterpolation(t,n,r,i,a){return e.getInterpolation(t,this.a,this.b,this.c,n,r,i,a)}containsPoint(t){return e.containsPoint(t,this.a,this.b,this.c)}isFrontFacing(t){return e.isFrontFacing(this.a,this.b,this.c,t)}intersectsBox(e){return e.intersectsTriangle(this)}closestPointToPoint(e,t){let n=this.a,r=this.b,i=this.c,a,o;sg.subVectors(r,n),cg.subVectors(i,n),ug.subVectors(e,n);let s=sg.dot(ug),c=cg.dot(ug);if(s<=0&&c<=0)return t.copy(n);dg.subVectors(e,r);let l=sg.dot(dg),u=cg.dot(dg);if(l>=0&&u<=l)return t.copy(r);let d=s*u-l*c;if(d<=0&&s>=0&&l<=0&&s-l>0)return a=s/(s-l),t.copy(n).addScaledVector(sg,a);fg.subVectors(e,i);let f=sg.dot(fg),p=cg.dot(fg);if(p>=0&&f<=p)return t.copy(i);let m=f*c-s*p;if(m<=0&&c>=0&&p<=0)return o=c/(c-p),t.copy(n).addScaledVector(cg,o);let h=l*p-f*u;if(h<=0&&u-l>=0&&f-p>=0)return lg.subVectors(i,r),o=(u-l)/(u-l+(f-p)),t.copy(r).addScaledVector(lg,o);let g=1/(h+m+d);return a=m*g,o=d*g,t.copy(n).addScaledVector(sg,a).addScaledVector(cg,o)}equals(e){return e.a.equals(this.a)&&e.b.equals(this.b)&&e.c.equals(this.c)}},_g=class{constructor(e=new G(1/0,1/0,1/0),t=new G(-1/0,-1/0,-1/0)){this.isBox3=!0,this.min=e,this.max=t}set(e,t){return this.min.copy(e),this.max.copy(t),this}setFromArray(e){this.makeEmpty();for(let t=0,n=e.length;t<n;t+=3)this.expandByPoint(yg.fromArray(e,t));return this}setFromBufferAttribute(e){this.makeEmpty();for(let t=0,n=e.count;t<n;t++)this.expandByPoint(yg.fromBufferAttribute(e,t));return this}setFromPoints(e){this.makeEmpty();for(let t=0,n=e.length;t<n;t++)this.expandByPoint(e[t]);return this}setFromCenterAndSize(e,t){let n=yg.copy(t).multiplyScalar(.5);return this.min.copy(e).sub(n),this.max.copy(e).add(n),this}setFromObject(e,t=!1){return this.makeEmpty(),this.expandByObject(e,t)}clone(){return new this.constructor().copy(this)}copy(e){return this.min.copy(e.min),this.max.copy(e.max),this}makeEmpty(){return this.min.x=this.min.y=this.min.z=1/0,this.max.x=this.max.y=this.max.z=-1/0,this}isEmpty(){return this.max.x<this.min.x||this.max.y<this.min.y||this.max.z<this.min.z}getCenter(e){return this.isEmpty()?e.set(0,0,0):e.addVectors(this.min,this.max).multiplyScalar(.5)}getSize(e){return this.isEmpty()?e.set(0,0,0):e.subVectors(this.max,this.min)}expandByPoint(e){return this.min.min(e),this.max.max(e),this}expandByVector(e){return this.min.sub(e),this.max.add(e),this}expandByScalar(e){return this.min.addScalar(-e),this.max.addScalar(e),this}expandByObject(e,t=!1){e.updateWorldMatrix(!1,!1);let n=e.geometry;if(n!==void 0){let r=n.getAttribute(`position`);if(t===!0&&r!==void 0&&e.isInstancedMesh!==!0&&e.isBatchedMesh!==!0)for(let t=0,n=r.count;t<n;t++)e.isMesh===!0?e.getVertexPosition(t,yg):yg.fromBufferAttribute(r,t),yg.applyMatrix4(e.matrixWorld),this.expandByPoint(yg);else e.boundingBox===void 0?(n.boundingBox===null&&n.computeBoundingBox(),bg.copy(n.boundingBox)):(e.boundingBox===null&&e.computeBoundingBox(),bg.copy(e.boundingBox)),bg.applyMatrix4(e.matrixWorld),this.union(bg)}let r=e.children;for(let e=0,n=r.length;e<n;e++)this.expandByObject(r[e],t);return this}containsPoint(e){return e.x>=this.min.x&&e.x<=this.max.x&&e.y>=this.min.y&&e.y<=this.max.y&&e.z>=this.min.z&&e.z<=this.max.z}containsBox(e){return this.min.x<=e.min.x&&e.max.x<=this.max.x&&this.min.y<=e.min.y&&e.max.y<=this.max.y&&this.min.z<=e.min.z&&e.max.z<=this.max.z}getParameter(e,t){return t.set((e.x-this.min.x)/(this.max.x-this.min.x),(e.y-this.min.y)/(this.max.y-this.min.y),(e.z-this.min.z)/(this.max.z-this.min.z))}intersectsBox(e){return e.max.x>=this.min.x&&e.min.x<=this.max.x&&e.max.y>=this.min.y&&e.min.y<=this.max.y&&e.max.z>=this.min.z&&e.min.z<=this.max.z}intersectsSphere(e){return this.clampPoint(e.center,yg),yg.distanceToSquared(e.center)<=e.radius*e.radius}intersectsPlane(e){let t,n;return e.normal.x>0?(t=e.normal.x*this.min.x,n=e.normal.x*this.max.x):(t=e.normal.x*this.max.x,n=e.normal.x*this.min.x),e.normal.y>0?(t+=e.normal.y*this.min.y,n+=e.normal.y*this.max.y):(t+=e.normal.y*this.max.y,n+=e.normal.y*this.min.y),e.normal.z>0?(t+=e.normal.z*this.min.z,n+=e.normal.z*this.max.z):(t+=e.normal.z*this.max.z,n+=e.normal.z*this.min.z),t<=-e.constant&&n>=-e.constant}intersectsTriangle(e){if(this.isEmpty())return!1;this.getCenter(Dg),Og.subVectors(this.max,Dg),xg.subVectors(e.a,Dg),Sg.subVectors(e.b,Dg),Cg.subVectors(e.c,Dg),wg.subVectors(Sg,xg),Tg.subVectors(Cg,Sg),Eg.subVectors(xg,Cg);let t=[0,-wg.z,wg.y,0,-Tg.z,Tg.y,0,-Eg.z,Eg.y,wg.z,0,-wg.x,Tg.z,0,-Tg.x,Eg.z,0,-Eg.x,-wg.y,wg.x,0,-Tg.y,Tg.x,0,-Eg.y,Eg.x,0];return!jg(t,xg,Sg,Cg,Og)||(t=[1,0,0,0,1,0,0,0,1],!jg(t,xg,Sg,Cg,Og))?!1:(kg.crossVectors(wg,Tg),t=[kg.x,kg.y,kg.z],jg(t,xg,Sg,Cg,Og))}clampPoint(e,t){return t.copy(e).clamp(this.min,this.max)}distanceToPoint(e){return this.clampPoint(e,yg).distanceTo(e)}getBoundingSphere(e){return this.isEmpty()?e.makeEmpty():(this.getCenter(e.center),e.radius=this.getSize(yg).length()*.5),e}intersect(e){return this.min.max(e.min),this.max.min(e.max),this.isEmpty()&&this.makeEmpty(),this}union(e){return this.min.min(e.min),this.max.max(e.max),this}applyMatrix4(e){return this.isEmpty()||(vg[0].set(this.min.x,this.min.y,this.min.z).applyMatrix4(e),vg[1].set(this.min.x,this.min.y,this.max.z).applyMatrix4(e),vg[2].set(this.min.x,this.max.y,this.min.z).applyMatrix4(e),vg[3].set(this.min.x,this.max.y,this.max.z).applyMatrix4(e),vg[4].set(this.max.x,this.min.y,this.min.z).applyMatrix4(e),vg[5].set(this.max.x,this.min.y,this.max.z).applyMatrix4(e),vg[6].set(this.max.x,this.max.y,this.min.z).applyMatrix4(e),vg[7].set(this.max.x,this.max.y,this.max.z).applyMatrix4(e),this.setFromPoints(vg)),this}translate(e){return this.min.add(e),this.max.add(e),this}equals(e){return e.min.equals(this.min)&&e.max.equals(this.max)}toJSON(){return{min:this.min.toArray(),max:this.max.toArray()}}fromJSON(e){return this.min.fromArray(e.min),this.max.fromArray(e.max),this}},vg=[new G,new G,new G,new G,new G,new G,new G,new G],yg=new G,bg=new _g,xg=new G,Sg=new G,Cg=new G,wg=new G,Tg=new G,Eg=new G,Dg=new G,Og=new G,kg=new G,Ag=new G;function jg(e,t,n,r,i){for(let a=0,o=e.length-3;a<=o;a+=3){Ag.fromArray(e,a);let o=i.x*Math.abs(Ag.x)+i.y*Math.abs(Ag.y)+i.z*Math.abs(Ag.z),s=t.dot(Ag),c=n.dot(Ag),l=r.dot(Ag);if(Math.max(-Math.max(s,c,l),Math.min(s,c,l))>o)return!1}return!0}var Mg=new G,Ng=new W,Pg=0,X=class extends Tm{constructor(e,t,n=!1){if(super(),Array.isArray(e))throw TypeError(`THREE.BufferAttribute: array should be a Typed Array.`);this.isBufferAttribute=!0,Object.defineProperty(this,"id",{value:Pg++}),this.name=``,this.array=e,this.itemSize=t,this.count=e===void 0?0:e.length/t,this.normalized=n,this.usage=pm,this.updateRanges=[],this.gpuType=ep,this.version=0,this._normalizationScale=e===void 0?void 0:Ym(e)}onUploadCallback(){}set needsUpdate(e){e===!0&&this.version++}setUsage(e){return this.usage=e,this}addUpdateRange(e,t){this.updateRanges.push({start:e,count:t})}clearUpdateRanges(){this.updateRanges.length=0}copy(e){return this.name=e.name,this.array=new e.array.constructor(e.array),this.itemSize=e.itemSize,this.count=e.count,this.normalized=e.normalized,this.usage=e.usage,this.gpuType=e.gpuType,this._normalizationScale=e._normalizationScale,this}copyAt(e,t,n){e*=this.itemSize,n*=t.itemSize;for(let r=0,i=this.itemSize;r<i;r++)this.array[e+r]=t.array[n+r];return this}copyArray(e){return this.array.set(e),this}applyMatrix3(e){if(this.itemSize===2)for(let t=0,n=this.count;t<n;t++)Ng.fromBufferAttribute(this,t),Ng.applyMatrix3(e),this.setXY(t,Ng.x,Ng.y);else if(this.itemSize===3)for(let t=0,n=this.count;t<n;t++)Mg.fromBufferAttribute(this,t),Mg.applyMatrix3(e),this.setXYZ(t,Mg.x,Mg.y,Mg.z);return this}applyMatrix4(e){for(let t=0,n=this.count;t<n;t++)Mg.fromBufferAttribute(this,t),Mg.applyMatrix4(e),this.setXYZ(t,Mg.x,Mg.y,Mg.z);return this}applyNormalMatrix(e){for(let t=0,n=this.count;t<n;t++)Mg.fromBufferAttribute(this,t),Mg.applyNormalMatrix(e),this.setXYZ(t,Mg.x,Mg.y,Mg.z);return this}transformDirection(e){for(let t=0,n=this.count;t<n;t++)Mg.fromBufferAttribute(this,t),Mg.transformDirection(e),this.setXYZ(t,Mg.x,Mg.y,Mg.z);return this}set(e,t=0){return this.array.set(e,t),this}getComponent(e,t){let n=this.array[e*this.itemSize+t];return this.normalized&&(n=this._denormalize(n)),n}setComponent(e,t,n){return this.normalized&&(n=this._normalize(n)),this.array[e*this.itemSize+t]=n,this}getX(e){let t=this.array[e*this.itemSize];return this.normalized&&(t=this._denormalize(t)),t}setX(e,t){return this.normalized&&(t=this._normalize(t)),this.array[e*this.itemSize]=t,this}getY(e){let t=this.array[e*this.itemSize+1];return this.normalized&&(t=this._denormalize(t)),t}setY(e,t){return this.normalized&&(t=this._normalize(t)),this.array[e*this.itemSize+1]=t,this}getZ(e){let t=this.array[e*this.itemSize+2];return this.normalized&&(t=this._denormalize(t)),t}setZ(e,t){return this.normalized&&(t=this._normalize(t)),this.array[e*this.itemSize+2]=t,this}getW(e){let t=this.array[e*this.itemSize+3];return this.normalized&&(t=this._denormalize(t)),t}setW(e,t){return this.normalized&&(t=this._normalize(t)),this.array[e*this.itemSize+3]=t,this}setXY(e,t,n){return e*=this.itemSize,this.normalized&&(t=this._normalize(t),n=this._normalize(n)),this.array[e+0]=t,this.array[e+1]=n,this}setXYZ(e,t,n,r){return e*=this.itemSize,this.normalized&&(t=this._normalize(t),n=this._normalize(n),r=this._normalize(r)),this.array[e+0]=t,this.array[e+1]=n,this.array[e+2]=r,this}setXYZW(e,t,n,r,i){return e*=this.itemSize,this.normalized&&(t=this._normalize(t),n=this._normalize(n),r=this._normalize(r),i=this._normalize(i)),this.array[e+0]=t,this.array[e+1]=n,this.array[e+2]=r,this.array[e+3]=i,this}onUpload(e){return this.onUploadCallback=e,this}clone(){return new this.constructor(this.array,this.itemSize).copy(this)}toJSON(){let e={itemSize:this.itemSize,type:this.array.constructor.name,array:Array.from(this.array),normalized:this.normalized};return e.name=this.name,e.usage=this.usage,e.gpuType=this.gpuType,e}dispose(){this.dispatchEvent({type:`dispose`})}_denormalize(e){let t=this._normalizationScale;return t===void 0?Xm(e,this.array):Math.max(e/t,-1)}_normalize(e){let t=this._normalizationScale;return t===void 0?Zm(e,this.array):Math.round(e*t)}},Fg=class extends X{constructor(e,t,n){super(new Uint16Array(e),t,n)}},Ig=class extends X{constructor(e,t,n){super(new Uint32Array(e),t,n)}},Lg=class extends X{constructor(e,t,n){super(new Float32Array(e),t,n)}},Rg=new _g,zg=new G,Bg=new G,Vg=class{constructor(e=new G,t=-1){this.isSphere=!0,this.center=e,this.radius=t}set(e,t){return this.center.copy(e),this.radius=t,this}setFromPoints(e,t){let n=this.center;t===void 0?Rg.setFromPoints(e).getCenter(n):n.copy(t);let r=0;for(let t=0,i=e.length;t<i;t++)r=Math.max(r,n.distanceToSquared(e[t]));return this.radius=Math.sqrt(r),this}copy(e){return this.center.copy(e.center),this.radius=e.radius,this}isEmpty(){return this.radius<0}makeEmpty(){return this.center.set(0,0,0),this.radius=-1,this}containsPoint(e){return e.distanceToSquared(this.center)<=this.radius*this.radius}distanceToPoint(e){return e.distanceTo(this.center)-this.radius}intersectsSphere(e){let t=this.radius+e.radius;return e.center.distanceToSquared(this.center)<=t*t}intersectsBox(e){return e.intersectsSphere(this)}intersectsPlane(e){return Math.abs(e.distanceToPoint(this.center))<=this.radius}clampPoint(e,t){let n=this.center.distanceToSquared(e);return t.copy(e),n>this.radius*this.radius&&(t.sub(this.center).normalize(),t.multiplyScalar(this.radius).add(this.center)),t}getBoundingBox(e){return this.isEmpty()?(e.makeEmpty(),e):(e.set(this.center,this.center),e.expandByScalar(this.radius),e)}applyMatrix4(e){return this.center.applyMatrix4(e),this.radius*=e.getMaxScaleOnAxis(),this}translate(e){return this.center.add(e),this}expandByPoint(e){if(this.isEmpty())return this.center.copy(e),this.radius=0,this;zg.subVectors(e,this.center);let t=zg.lengthSq();if(t>this.radius*this.radius){let e=Math.sqrt(t),n=(e-this.radius)*.5;this.center.addScaledVector(zg,n/e),this.radius+=n}return this}union(e){return e.isEmpty()?this:this.isEmpty()?(this.copy(e),this):(this.center.equals(e.center)===!0?this.radius=Math.max(this.radius,e.radius):(Bg.subVectors(e.center,this.center).setLength(e.radius),this.expandByPoint(zg.copy(e.center).add(Bg)),this.expandByPoint(zg.copy(e.center).sub(Bg))),this)}equals(e){return e.center.equals(this.center)&&e.radius===this.radius}clone(){return new this.constructor().copy(this)}toJSON(){return{radius:this.radius,center:this.center.toArray()}}fromJSON(e){return this.radius=e.radius,this.center.fromArray(e.center),this}},Hg=0,Ug=new J,Wg=new qh,Gg=new G,Kg=new _g,qg=new _g,Jg=new G,Yg=class e extends Tm{constructor(){super(),this.isBufferGeometry=!0,Object.defineProperty(this,"id",{value:Hg++}),this.uuid=Am(),this.name=``,this.type=`BufferGeometry`,this.index=null,this.indirect=null,this.indirectOffset=0,this.attributes={},this.morphAttributes={},this.morphTargetsRelative=!1,this.groups=[],this.boundingBox=null,this.boundingSphere=null,this.drawRange={start:0,count:1/0},this.userData={},this._transformed=!1}getIndex(){return this.index}setIndex(e){return this.index=Array.isArray(e)?new(hm(e)?Ig:Fg)(e,1):e,this}setIndirect(e,t=0){return this.indirect=e,this.indirectOffset=t,this}getIndirect(){return this.indirect}getAttribute(e){return this.attributes[e]}setAttribute(e,t){return this.attributes[e]=t,this}deleteAttribute(e){return delete this.attributes[e],this}hasAttribute(e){return this.attributes[e]!==void 0}addGroup(e,t,n=0){this.groups.push({start:e,count:t,materialIndex:n})}clearGroups(){this.groups=[]}setDrawRange(e,t){this.drawRange.start=e,this.drawRange.count=t}applyMatrix4(e){let t=this.attributes.position;t!==void 0&&(t.applyMatrix4(e),t.needsUpdate=!0);let n=this.attributes.normal;if(n!==void 0){let t=new K().getNormalMatrix(e);n.applyNormalMatrix(t),n.needsUpdate=!0}let r=this.attributes.tangent;return r!==void 0&&(r.transformDirection(e),r.needsUpdate=!0),this.boundingBox!==null&&this.computeBoundingBox(),this.boundingSphere!==null&&this.computeBoundingSphere(),this._transformed=!0,this}applyQuaternion(e){return Ug.makeRotationFromQuaternion(e),this.applyMatrix4(Ug),this}rotateX(e){return Ug.makeRotationX(e),this.applyMatrix4(Ug),this}rotateY(e){return Ug.makeRotationY(e),this.applyMatrix4(Ug),this}rotateZ(e){return Ug.makeRotationZ(e),this.applyMatrix4(Ug),this}translate(e,t,n){return Ug.makeTranslation(e,t,n),this.applyMatrix4(Ug),this}scale(e,t,n){return Ug.makeScale(e,t,n),this.applyMatrix4(Ug),this}lookAt(e){return Wg.lookAt(e),Wg.updateMatrix(),this.applyMatrix4(Wg.matrix),this}center(){return this.computeBoundingBox(),this.boundingBox.getCenter(Gg).negate(),this.translate(Gg.x,Gg.y,Gg.z),this}setFromPoints(e){let t=this.getAttribute(`position`);if(t===void 0){let t=[];for(let n=0,r=e.length;n<r;n++){let r=e[n];t.push(r.x,r.y,r.z||0)}this.setAttribute(`position`,new Lg(t,3))}else{let n=Math.min(e.length,t.count);for(let r=0;r<n;r++){let n=e[r];t.setXYZ(r,n.x,n.y,n.z||0)}e.length>t.count&&V(`BufferGeometry: Buffer size too small for points data. Use .dispose() and create a new geometry.`),t.needsUpdate=!0}return this}computeBoundingBox(){this.boundingBox===null&&(this.boundingBox=new _g);let e=this.attributes.position,t=this.morphAttributes.position;if(e&&e.isGLBufferAttribute)H(`BufferGeometry.computeBoundingBox(): GLBufferAttribute requires a manual bounding box.`,this),this.boundingBox.set(new G(-1/0,-1/0,-1/0),new G(1/0,1/0,1/0));else{if(e!==void 0){if(this.boundingBox.setFromBufferAttribute(e),t)for(let e=0,n=t.length;e<n;e++){let n=t[e];Kg.setFromBufferAttribute(n),this.morphTargetsRelative?(Jg.addVectors(this.boundingBox.min,Kg.min),this.boundingBox.expandByPoint(Jg),Jg.addVectors(this.boundingBox.max,Kg.max),this.boundingBox.expandByPoint(Jg)):(this.boundingBox.expandByPoint(Kg.min),this.boundingBox.expandByPoint(Kg.max))}}else this.boundingBox.makeEmpty();(isNaN(this.boundingBox.min.x)||isNaN(this.boundingBox.min.y)||isNaN(this.boundingBox.min.z))&&H(`BufferGeometry.computeBoundingBox(): Computed min/max have NaN values. The "position" attribute is likely to have NaN values.`,this)}}computeBoundingSphere(){this.boundingSphere===null&&(this.boundingSphere=new Vg);let e=this.attributes.position,t=this.morphAttributes.position;if(e&&e.isGLBufferAttribute)H(`BufferGeometry.computeBoundingSphere(): GLBufferAttribute requires a manual bounding sphere.`,this),this.boundingSphere.set(new G,1/0);else if(e){let n=this.boundingSphere.center;if(Kg.setFromBufferAttribute(e),t)for(let e=0,n=t.length;e<n;e++){let n=t[e];qg.setFromBufferAttribute(n),this.morphTargetsRelative?(Jg.addVectors(Kg.min,qg.min),Kg.expandByPoint(Jg),Jg.addVectors(Kg.max,qg.max),Kg.expandByPoint(Jg)):(Kg.expandByPoint(qg.min),Kg.expandByPoint(qg.max))}Kg.getCenter(n);let r=0;for(let t=0,i=e.count;t<i;t++)Jg.fromBufferAttribute(e,t),r=Math.max(r,n.distanceToSquared(Jg));if(t)for(let i=0,a=t.length;i<a;i++){let a=t[i],o=this.morphTargetsRelative;for(let t=0,i=a.count;t<i;t++)Jg.fromBufferAttribute(a,t),o&&(Gg.fromBufferAttribute(e,t),Jg.add(Gg)),r=Math.max(r,n.distanceToSquared(Jg))}this.boundingSphere.radius=Math.sqrt(r),isNaN(this.boundingSphere.radius)&&H(`BufferGeometry.computeBoundingSphere(): Computed radius is NaN. The "position" attribute is likely to have NaN values.`,this)}}computeTangents(){let e=this.index,t=this.attributes;if(e===null||t.position===void 0||t.normal===void 0||t.uv===void 0){H(`BufferGeometry: .computeTangents() failed. Missing required attributes (index, position, normal or uv)`);return}let n=t.position,r=t.normal,i=t.uv,a=this.getAttribute(`tangent`);(a===void 0||a.count!==n.count)&&(a=new X(new Float32Array(4*n.count),4),this.setAttribute(`tangent`,a));let o=[],s=[],c=new Uint8Array(n.count);for(let e=0;e<n.count;e++)o[e]=new G,s[e]=new G;let l=new G,u=new G,d=new G,f=new W,p=new W,m=new W,h=new G,g=new G;function _(e,t,r){c[e]=c[t]=c[r]=1,l.fromBufferAttribute(n,e),u.fromBufferAttribute(n,t),d.fromBufferAttribute(n,r),f.fromBufferAttribute(i,e),p.fromBufferAttribute(i,t),m.fromBufferAttribute(i,r),u.sub(l),d.sub(l),p.sub(f),m.sub(f);let a=1/(p.x*m.y-m.x*p.y);isFinite(a)&&(h.copy(u).multiplyScalar(m.y).addScaledVector(d,-p.y).multiplyScalar(a),g.copy(d).multiplyScalar(p.x).addScaledVector(u,-m.x).multiplyScalar(a),o[e].add(h),o[t].add(h),o[r].add(h),s[e].add(g),s[t].add(g),s[r].add(g))}let v=this.groups;v.length===0&&(v=[{start:0,count:e.count}]);for(let t=0,n=v.length;t<n;++t){let n=v[t],r=n.start,i=n.count;for(let t=r,n=r+i;t<n;t+=3)_(e.getX(t+0),e.getX(t+1),e.getX(t+2))}let y=new G,b=new G,x=new G,S=new G;function C(e){x.fromBufferAttribute(r,e),S.copy(x);let t=o[e];y.copy(t),y.sub(x.multiplyScalar(x.dot(t))).normalize(),b.crossVectors(S,t);let n=b.dot(s[e])<0?-1:1;a.setXYZW(e,y.x,y.y,y.z,n)}for(let e=0,t=n.count;e<t;++e)c[e]&&C(e);this._transformed=!0}computeVertexNormals(){let e=this.index,t=this.getAttribute(`position`);if(t!==void 0){let n=this.getAttribute(`normal`);if(n===void 0||n.count!==t.count)n=new X(new Float32Array(t.count*3),3),this.setAttribute(`normal`,n);else for(let e=0,t=n.count;e<t;e++)n.setXYZ(e,0,0,0);let r=new G,i=new G,a=new G,o=new G,s=new G,c=new G,l=new G,u=new G;if(e)for(let d=0,f=e.count;d<f;d+=3){let f=e.getX(d+0),p=e.getX(d+1),m=e.getX(d+2);r.fromBufferAttribute(t,f),i.fromBufferAttribute(t,p),a.fromBufferAttribute(t,m),l.subVectors(a,i),u.subVectors(r,i),l.cross(u),o.fromBufferAttribute(n,f),s.fromBufferAttribute(n,p),c.fromBufferAttribute(n,m),o.add(l),s.add(l),c.add(l),n.setXYZ(f,o.x,o.y,o.z),n.setXYZ(p,s.x,s.y,s.z),n.setXYZ(m,c.x,c.y,c.z)}else for(let e=0,o=t.count;e<o;e+=3)r.fromBufferAttribute(t,e+0),i.fromBufferAttribute(t,e+1),a.fromBufferAttribute(t,e+2),l.subVectors(a,i),u.subVectors(r,i),l.cross(u),n.setXYZ(e+0,l.x,l.y,l.z),n.setXYZ(e+1,l.x,l.y,l.z),n.setXYZ(e+2,l.x,l.y,l.z);this.normalizeNormals(),n.needsUpdate=!0}}normalizeNormals(){let e=this.attributes.normal;for(let t=0,n=e.count;t<n;t++)Jg.fromBufferAttribute(e,t),Jg.normalize(),e.setXYZ(t,Jg.x,Jg.y,Jg.z)}toNonIndexed(){function t(e,t){let n=e.array,r=e.itemSize,i=e.normalized,a=new n.constructor(t.length*r),o=0,s=0;for(let i=0,c=t.length;i<c;i++){o=e.isInterleavedBufferAttribute?t[i]*e.data.stride+e.offset:t[i]*r;for(let e=0;e<r;e++)a[s++]=n[o++]}return new X(a,r,i)}if(this.index===null)return V(`BufferGeometry.toNonIndexed(): BufferGeometry is already non-indexed.`),this;let n=new e,r=this.index.array,i=this.attributes;for(let e in i){let a=i[e],o=t(a,r);n.setAttribute(e,o)}let a=this.morphAttributes;for(let e in a){let i=[],o=a[e];for(let e=0,n=o.length;e<n;e++){let n=o[e],a=t(n,r);i.push(a)}n.morphAttributes[e]=i}n.morphTargetsRelative=this.morphTargetsRelative;let o=this.groups;for(let e=0,t=o.length;e<t;e++){let t=o[e];n.addGroup(t.start,t.count,t.materialIndex)}return n}toJSON(){let e={metadata:{version:4.7,type:`BufferGeometry`,generator:`BufferGeometry.toJSON`}};if(e.uuid=this.uuid,e.type=this.parameters!==void 0&&this._transformed===!0?`BufferGeometry`:this.type,e.name=this.name,Object.keys(this.userData).length>0&&(e.userData=this.userData),this.parameters!==void 0&&this._transformed!==!0){let t=this.parameters;for(let n in t)t[n]!==void 0&&(e[n]=t[n]);return e}e.data={attributes:{}};let t=this.index;t!==null&&(e.data.index={type:t.array.constructor.name,array:Array.prototype.slice.call(t.array)});let n=this.attributes;for(let t in n){let r=n[t];e.data.attributes[t]=r.toJSON(e.data)}let r={},i=!1;for(let t in this.morphAttributes){let n=this.morphAttributes[t],a=[];for(let t=0,r=n.length;t<r;t++){let r=n[t];a.push(r.toJSON(e.data))}a.length>0&&(r[t]=a,i=!0)}i&&(e.data.morphAttributes=r,e.data.morphTargetsRelative=this.morphTargetsRelative);let a=this.groups;a.length>0&&(e.data.groups=JSON.parse(JSON.stringify(a)));let o=this.boundingSphere;return o!==null&&(e.data.boundingSphere=o.toJSON()),e}clone(){return new this.constructor().copy(this)}copy(e){this.index=null,this.attributes={},this.morphAttributes={},this.groups=[],this.boundingBox=null,this.boundingSphere=null;let t={};this.name=e.name;let n=e.index;n!==null&&this.setIndex(n.clone());let r=e.attributes;for(let e in r){let n=r[e];this.setAttribute(e,n.clone(t))}let i=e.morphAttributes;for(let e in i){let n=[],r=i[e];for(let e=0,i=r.length;e<i;e++)n.push(r[e].clone(t));this.morphAttributes[e]=n}this.morphTargetsRelative=e.morphTargetsRelative;let a=e.groups;for(let e=0,t=a.length;e<t;e++){let t=a[e];this.addGroup(t.start,t.count,t.materialIndex)}let o=e.boundingBox;o!==null&&(this.boundingBox=o.clone());let s=e.boundingSphere;return s!==null&&(this.boundingSphere=s.clone()),this.drawRange.start=e.drawRange.start,this.drawRange.count=e.drawRange.count,this.userData=e.userData,this._transformed=e._transformed,this}dispose(){this.dispatchEvent({type:`dispose`})}},Xg=class{constructor(e,t){this.isInterleavedBuffer=!0,this.array=e,this.stride=t,this.count=e===void 0?0:e.length/t,this.usage=pm,this.updateRanges=[],this.version=0,this.uuid=Am()}onUploadCallback(){}set needsUpdate(e){e===!0&&this.version++}setUsage(e){return this.usage=e,this}addUpdateRange(e,t){this.updateRanges.push({start:e,count:t})}clearUpdateRanges(){this.updateRanges.length=0}copy(e){return this.array=new e.array.constructor(e.array),this.count=e.count,this.stride=e.stride,this.usage=e.usage,this}copyAt(e,t,n){e*=this.stride,n*=t.stride;for(let r=0,i=this.stride;r<i;r++)this.array[e+r]=t.array[n+r];return this}set(e,t=0){return this.array.set(e,t),this}clone(e){e.arrayBuffers===void 0&&(e.arrayBuffers={});let t=Zg(this.array);e.arrayBuffers[t]===void 0&&(e.arrayBuffers[t]=this.array.slice(0).buffer);let n=new this.array.constructor(e.arrayBuffers[t]),r=new this.constructor(n,this.stride);return r.setUsage(this.usage),r}onUpload(e){return this.onUploadCallback=e,this}toJSON(e){e.arrayBuffers===void 0&&(e.arrayBuffers={});let t=Zg(this.array);e.arrayBuffers[t]===void 0&&(e.arrayBuffers[t]=Array.from(new Uint32Array(this.array.slice(0).buffer)));let n={uuid:this.uuid,buffer:t,type:this.array.constructor.name,stride:this.stride};return n.usage=this.usage,n}};function Zg(e){return e.buffer._uuid===void 0&&(e.buffer._uuid=Am()),e.byteOffset===0&&e.byteLength===e.buffer.byteLength?e.buffer._uuid:e.buffer._uuid+`:`+e.byteOffset+`:`+e.byteLength}var Qg=new G,$g=class e{constructor(e,t,n,r=!1){this.isInterleavedBufferAttribute=!0,this.name=``,this.data=e,this.itemSize=t,this.offset=n,this.normalized=r,this._normalizationScale=e===void 0?void 0:Ym(e.array)}get count(){return this.data.count}get array(){return this.data.array}set needsUpdate(e){this.data.needsUpdate=e}applyMatrix4(e){for(let t=0,n=this.data.count;t<n;t++)Qg.fromBufferAttribute(this,t),Qg.applyMatrix4(e),this.setXYZ(t,Qg.x,Qg.y,Qg.z);return this}applyNormalMatrix(e){for(let t=0,n=this.count;t<n;t++)Qg.fromBufferAttribute(this,t),Qg.applyNormalMatrix(e),this.setXYZ(t,Qg.x,Qg.y,Qg.z);return this}transformDirection(e){for(let t=0,n=this.count;t<n;t++)Qg.fromBufferAttribute(this,t),Qg.transformDirection(e),this.setXYZ(t,Qg.x,Qg.y,Qg.z);return this}getComponent(e,t){let n=this.array[e*this.data.stride+this.offset+t];return this.normalized&&(n=this._denormalize(n)),n}setComponent(e,t,n){return this.normalized&&(n=this._normalize(n)),this.data.array[e*this.data.stride+this.offset+t]=n,this}setX(e,t){return this.normalized&&(t=this._normalize(t)),this.data.array[e*this.data.stride+this.offset]=t,this}setY(e,t){return this.normalized&&(t=this._normalize(t)),this.data.array[e*this.data.stride+this.offset+1]=t,this}setZ(e,t){return this.normalized&&(t=this._normalize(t)),this.data.array[e*this.data.stride+this.offset+2]=t,this}setW(e,t){return this.normalized&&(t=this._normalize(t)),this.data.array[e*this.data.stride+this.offset+3]=t,this}getX(e){let t=this.data.array[e*this.data.stride+this.offset];return this.normalized&&(t=this._denormalize(t)),t}getY(e){let t=this.data.array[e*this.data.stride+this.offset+1];return this.normalized&&(t=this._denormalize(t)),t}getZ(e){let t=this.data.array[e*this.data.stride+this.offset+2];return this.normalized&&(t=this._denormalize(t)),t}getW(e){let t=this.data.array[e*this.data.stride+this.offset+3];return this.normalized&&(t=this._denormalize(t)),t}setXY(e,t,n){return e=e*this.data.stride+this.offset,this.normalized&&(t=this._normalize(t),n=this._normalize(n)),this.data.array[e+0]=t,this.data.array[e+1]=n,this}setXYZ(e,t,n,r){return e=e*this.data.stride+this.offset,this.normalized&&(t=this._normalize(t),n=this._normalize(n),r=this._normalize(r)),this.data.array[e+0]=t,this.data.array[e+1]=n,this.data.array[e+2]=r,this}setXYZW(e,t,n,r,i){return e=e*this.data.stride+this.offset,this.normalized&&(t=this._normalize(t),n=this._normalize(n),r=this._normalize(r),i=this._normalize(i)),this.data.array[e+0]=t,this.data.array[e+1]=n,this.data.array[e+2]=r,this.data.array[e+3]=i,this}clone(t){if(t===void 0){bm(`InterleavedBufferAttribute.clone(): Cloning an interleaved buffer attribute will de-interleave buffer data.`);let e=[];for(let t=0;t<this.count;t++){let n=t*this.data.stride+this.offset;for(let t=0;t<this.itemSize;t++)e.push(this.data.array[n+t])}return new X(new this.array.constructor(e),this.itemSize,this.normalized)}return t.interleavedBuffers===void 0&&(t.interleavedBuffers={}),t.interleavedBuffers[this.data.uuid]===void 0&&(t.interleavedBuffers[this.data.uuid]=this.data.clone(t)),new e(t.interleavedBuffers[this.data.uuid],this.itemSize,this.offset,this.normalized)}toJSON(e){if(e===void 0){bm(`InterleavedBufferAttribute.toJSON(): Serializing an interleaved buffer attribute will de-interleave buffer data.`);let e=[];for(let t=0;t<this.count;t++){let n=t*this.data.stride+this.offset;for(let t=0;t<this.itemSize;t++)e.push(this.data.array[n+t])}return{itemSize:this.itemSize,type:this.array.constructor.name,array:e,normalized:this.normalized}}return e.interleavedBuffers===void 0&&(e.interleavedBuffers={}),e.interleavedBuffers[this.data.uuid]===void 0&&(e.interleavedBuffers[this.data.uuid]=this.data.toJSON(e)),{isInterleavedBufferAttribute:!0,itemSize:this.itemSize,data:this.data.uuid,offset:this.offset,normalized:this.normalized}}_denormalize(e){let t=this._normalizationScale;return t===void 0?Xm(e,this.data.array):Math.max(e/t,-1)}_normalize(e){let t=this._normalizationScale;return t===void 0?Zm(e,this.data.array):Math.round(e*t)}},e_=new G,t_=new G,n_=new K,r_=class{constructor(e=new G(1,0,0),t=0){this.isPlane=!0,this.normal=e,this.constant=t}set(e,t){return this.normal.copy(e),this.constant=t,this}setComponents(e,t,n,r){return this.normal.set(e,t,n),this.constant=r,this}setFromNormalAndCoplanarPoint(e,t){return this.normal.copy(e),this.constant=-t.dot(this.normal),this}setFromCoplanarPoints(e,t,n){let r=e_.subVectors(n,t).cross(t_.subVectors(e,t)).normalize();return this.setFromNormalAndCoplanarPoint(r,e),this}copy(e){return this.normal.copy(e.normal),this.constant=e.constant,this}normalize(){let e=1/this.normal.length();return this.normal.multiplyScalar(e),this.constant*=e,this}negate(){return this.constant*=-1,this.normal.negate(),this}distanceToPoint(e){return this.normal.dot(e)+this.constant}distanceToSphere(e){return this.distanceToPoint(e.center)-e.radius}projectPoint(e,t){return t.copy(e).addScaledVector(this.normal,-this.distanceToPoint(e))}intersectLine(e,t,n=!0){let r=e.delta(e_),i=this.normal.dot(r);if(i===0)return this.distanceToPoint(e.start)===0?t.copy(e.start):null;let a=-(e.start.dot(this.normal)+this.constant)/i;return n===!0&&(a<0||a>1)?null:t.copy(e.start).addScaledVector(r,a)}intersectsLine(e){let t=this.distanceToPoint(e.start),n=this.distanceToPoint(e.end);return t<0&&n>0||n<0&&t>0}intersectsBox(e){return e.intersectsPlane(this)}intersectsSphere(e){return e.intersectsPlane(this)}coplanarPoint(e){return e.copy(this.normal).multiplyScalar(-this.constant)}applyMatrix4(e,t){let n=t||n_.getNormalMatrix(e),r=this.coplanarPoint(e_).applyMatrix4(e),i=this.normal.applyMatrix3(n).normalize();return this.constant=-r.dot(i),this}translate(e){return this.constant-=e.dot(this.normal),this}equals(e){return e.normal.equals(this.normal)&&e.constant===this.constant}clone(){return new this.constructor().copy(this)}toJSON(){return{normal:this.normal.toArray(),constant:this.constant}}fromJSON(e){return this.normal.fromArray(e.normal),this.constant=e.constant,this}},i_=0,a_=class extends Tm{constructor(){super(),this.isMaterial=!0,Object.defineProperty(this,"id",{value:i_++}),this.uuid=Am(),this.name=``,this.type=`Material`,this.blending=1,this.side=0,this.vertexColors=!1,this.opacity=1,this.transparent=!1,this.alphaHash=!1,this.blendSrc=204,this.blendDst=205,this.blendEquation=100,this.blendSrcAlpha=null,this.blendDstAlpha=null,this.blendEquationAlpha=null,this.blendColor=new Y(0,0,0),this.blendAlpha=0,this.depthFunc=3,this.depthTest=!0,this.depthWrite=!0,this.stencilWriteMask=255,this.stencilFunc=519,this.stencilRef=0,this.stencilFuncMask=255,this.stencilFail=fm,this.stencilZFail=fm,this.stencilZPass=fm,this.stencilWrite=!1,this.clippingPlanes=null,this.clipIntersection=!1,this.clipShadows=!1,this.shadowSide=null,this.colorWrite=!0,this.precision=null,this.polygonOffset=!1,this.polygonOffsetFactor=0,this.polygonOffsetUnits=0,this.dithering=!1,this.alphaToCoverage=!1,this.premultipliedAlpha=!1,this.forceSinglePass=!1,this.allowOverride=!0,this.visible=!0,this.toneMapped=!0,this.userData={},this.version=0,this._alphaTest=0}get alphaTest(){return this._alphaTest}set alphaTest(e){this._alphaTest>0!=e>0&&this.version++,this._alphaTest=e}onBeforeRender(){}onBeforeCompile(){}customProgramCacheKey(){return this.onBeforeCompile.toString()}setValues(e){if(e!==void 0)for(let t in e){let n=e[t];if(n===void 0){V(`Material: parameter '${t}' has value of undefined.`);continue}let r=this[t];r===void 0?V(`Material: '${t}' is not a property of THREE.${this.type}.`):r&&r.isColor?r.set(n):r&&r.isVector2&&n&&n.isVector2||r&&r.isEuler&&n&&n.isEuler||r&&r.isVector3&&n&&n.isVector3?r.copy(n):this[t]=n}}toJSON(e){let t=e===void 0||typeof e==`string`;t&&(e={textures:{},images:{}});let n={metadata:{version:4.7,type:`Material`,generator:`Material.toJSON`}};n.uuid=this.uuid,n.type=this.type,n.blending=this.blending,n.side=this.side,n.shadowSide=this.shadowSide,n.vertexColors=this.vertexColors,n.opacity=this.opacity,n.transparent=this.transparent,n.blendSrc=this.blendSrc,n.blendDst=this.blendDst,n.blendEquation=this.blendEquation,n.blendSrcAlpha=this.blendSrcAlpha,n.blendDstAlpha=this.blendDstAlpha,n.blendEquationAlpha=this.blendEquationAlpha,n.blendColor=this.blendColor.getHex(),n.blendAlpha=this.blendAlpha,n.depthFunc=this.depthFunc,n.depthTest=this.depthTest,n.depthWrite=this.depthWrite,n.colorWrite=this.colorWrite,n.clipIntersection=this.clipIntersection,n.clipShadows=this.clipShadows,n.stencilWriteMask=this.stencilWriteMask,n.stencilFunc=this.stencilFunc,n.stencilRef=this.stencilRef,n.stencilFuncMask=this.stencilFuncMask,n.stencilFail=this.stencilFail,n.stencilZFail=this.stencilZFail,n.stencilZPass=this.stencilZPass,n.stencilWrite=this.stencilWrite,n.polygonOffset=this.polygonOffset,n.polygonOffsetFactor=this.polygonOffsetFactor,n.polygonOffsetUnits=this.polygonOffsetUnits,n.dithering=this.dithering,n.alphaTest=this.alphaTest,n.alphaHash=this.alphaHash,n.alphaToCoverage=this.alphaToCoverage,n.premultipliedAlpha=this.premultipliedAlpha,n.forceSinglePass=this.forceSinglePass,n.allowOverride=this.allowOverride,n.visible=this.visible,n.toneMapped=this.toneMapped,n.name=this.name,this.color&&this.color.isColor&&(n.color=this.color.getHex()),this.roughness!==void 0&&(n.roughness=this.roughness),this.metalness!==void 0&&(n.metalness=this.metalness),this.sheen!==void 0&&(n.sheen=this.sheen),this.sheenColor&&this.sheenColor.isColor&&(n.sheenColor=this.sheenColor.getHex()),this.sheenRoughness!==void 0&&(n.sheenRoughness=this.sheenRoughness),this.emissive&&this.emissive.isColor&&(n.emissive=this.emissive.getHex()),this.emissiveIntensity!==void 0&&(n.emissiveIntensity=this.emissiveIntensity),this.specular&&this.specular.isColor&&(n.specular=this.specular.getHex()),this.specularIntensity!==void 0&&(n.specularIntensity=this.specularIntensity),this.specularColor&&this.specularColor.isColor&&(n.specularColor=this.specularColor.getHex()),this.shininess!==void 0&&(n.shininess=this.shininess),this.clearcoat!==void 0&&(n.clearcoat=this.clearcoat),this.clearcoatRoughness!==void 0&&(n.clearcoatRoughness=this.clearcoatRoughness),this.diffuseRoughness!==void 0&&(n.diffuseRoughness=this.diffuseRoughness),this.diffuseRoughnessMap&&this.diffuseRoughnessMap.isTexture&&(n.diffuseRoughnessMap=this.diffuseRoughnessMap.toJSON(e).uuid),this.clearcoatMap&&this.clearcoatMap.isTexture&&(n.clearcoatMap=this.clearcoatMap.toJSON(e).uuid),this.clearcoatRoughnessMap&&this.clearcoatRoughnessMap.isTexture&&(n.clearcoatRoughnessMap=this.clearcoatRoughnessMap.toJSON(e).uuid),this.clearcoatNormalMap&&this.clearcoatNormalMap.isTexture&&(n.clearcoatNormalMap=this.clearcoatNormalMap.toJSON(e).uuid,n.clearcoatNormalScale=this.clearcoatNormalScale.toArray()),this.sheenColorMap&&this.sheenColorMap.isTexture&&(n.sheenColorMap=this.sheenColorMap.toJSON(e).uuid),this.sheenRoughnessMap&&this.sheenRoughnessMap.isTexture&&(n.sheenRoughnessMap=this.sheenRoughnessMap.toJSON(e).uuid),this.dispersion!==void 0&&(n.dispersion=this.dispersion),this.retroreflectivity!==void 0&&(n.retroreflectivity=this.retroreflectivity),this.iridescence!==void 0&&(n.iridescence=this.iridescence),this.iridescenceIOR!==void 0&&(n.iridescenceIOR=this.iridescenceIOR),this.iridescenceThicknessMinimum!==void 0&&(n.iridescenceThicknessMinimum=this.iridescenceThicknessMinimum),this.iridescenceThicknessMaximum!==void 0&&(n.iridescenceThicknessMaximum=this.iridescenceThicknessMaximum),this.iridescenceMap&&this.iridescenceMap.isTexture&&(n.iridescenceMap=this.iridescenceMap.toJSON(e).uuid),this.iridescenceThicknessMap&&this.iridescenceThicknessMap.isTexture&&(n.iridescenceThicknessMap=this.iridescenceThicknessMap.toJSON(e).uuid),this.anisotropy!==void 0&&(n.anisotropy=this.anisotropy),this.anisotropyRotation!==void 0&&(n.anisotropyRotation=this.anisotropyRotation),this.anisotropyMap&&this.anisotropyMap.isTexture&&(n.anisotropyMap=this.anisotropyMap.toJSON(e).uuid),this.map&&this.map.isTexture&&(n.map=this.map.toJSON(e).uuid),this.matcap&&this.matcap.isTexture&&(n.matcap=this.matcap.toJSON(e).uuid),this.alphaMap&&this.alphaMap.isTexture&&(n.alphaMap=this.alphaMap.toJSON(e).uuid),this.lightMap&&this.lightMap.isTexture&&(n.lightMap=this.lightMap.toJSON(e).uuid,n.lightMapIntensity=this.lightMapIntensity),this.aoMap&&this.aoMap.isTexture&&(n.aoMap=this.aoMap.toJSON(e).uuid,n.aoMapIntensity=this.aoMapIntensity),this.bumpMap&&this.bumpMap.isTexture&&(n.bumpMap=this.bumpMap.toJSON(e).uuid,n.bumpScale=this.bumpScale),this.normalMap&&this.normalMap.isTexture&&(n.normalMap=this.normalMap.toJSON(e).uuid,n.normalMapType=this.normalMapType,n.normalScale=this.normalScale.toArray()),this.displacementMap&&this.displacementMap.isTexture&&(n.displacementMap=this.displacementMap.toJSON(e).uuid,n.displacementScale=this.displacementScale,n.displacementBias=this.displacementBias),this.roughnessMap&&this.roughnessMap.isTexture&&(n.roughnessMap=this.roughnessMap.toJSON(e).uuid),this.metalnessMap&&this.metalnessMap.isTexture&&(n.metalnessMap=this.metalnessMap.toJSON(e).uuid),this.emissiveMap&&this.emissiveMap.isTexture&&(n.emissiveMap=this.emissiveMap.toJSON(e).uuid),this.specularMap&&this.specularMap.isTexture&&(n.specularMap=this.specularMap.toJSON(e).uuid),this.specularIntensityMap&&this.specularIntensityMap.isTexture&&(n.specularIntensityMap=this.specularIntensityMap.toJSON(e).uuid),this.specularColorMap&&this.specularColorMap.isTexture&&(n.specularColorMap=this.specularColorMap.toJSON(e).uuid),this.envMap&&this.envMap.isTexture&&(n.envMap=this.envMap.toJSON(e).uuid,this.combine!==void 0&&(n.combine=this.combine)),this.envMapRotation!==void 0&&(n.envMapRotation=this.envMapRotation.toArray()),this.envMapIntensity!==void 0&&(n.envMapIntensity=this.envMapIntensity),this.reflectivity!==void 0&&(n.reflectivity=this.reflectivity),this.refractionRatio!==void 0&&(n.refractionRatio=this.refractionRatio),this.gradientMap&&this.gradientMap.isTexture&&(n.gradientMap=this.gradientMap.toJSON(e).uuid),this.transmission!==void 0&&(n.transmission=this.transmission),this.transmissionMap&&this.transmissionMap.isTexture&&(n.transmissionMap=this.transmissionMap.toJSON(e).uuid),this.thickness!==void 0&&(n.thickness=this.thickness),this.thicknessMap&&this.thicknessMap.isTexture&&(n.thicknessMap=this.thicknessMap.toJSON(e).uuid),this.attenuationDistance!==void 0&&(n.attenuationDistance=this.attenuationDistance),this.attenuationColor!==void 0&&(n.attenuationColor=this.attenuationColor.getHex()),this.size!==void 0&&(n.size=this.size),this.sizeAttenuation!==void 0&&(n.sizeAttenuation=this.sizeAttenuation),Array.isArray(this.clippingPlanes)&&this.clippingPlanes.length>0&&(n.clippingPlanes=this.clippingPlanes.map(e=>e.toJSON())),this.rotation!==void 0&&(n.rotation=this.rotation),this.depthPacking!==void 0&&(n.depthPacking=this.depthPacking),this.linewidth!==void 0&&(n.linewidth=this.linewidth),this.linecap!==void 0&&(n.linecap=this.linecap),this.linejoin!==void 0&&(n.linejoin=this.linejoin),this.dashSize!==void 0&&(n.dashSize=this.dashSize),this.gapSize!==void 0&&(n.gapSize=this.gapSize),this.scale!==void 0&&(n.scale=this.scale),this.wireframe!==void 0&&(n.wireframe=this.wireframe),this.wireframeLinewidth!==void 0&&(n.wireframeLinewidth=this.wireframeLinewidth),this.wireframeLinecap!==void 0&&(n.wireframeLinecap=this.wireframeLinecap),this.wireframeLinejoin!==void 0&&(n.wireframeLinejoin=this.wireframeLinejoin),this.flatShading!==void 0&&(n.flatShading=this.flatShading),this.fog!==void 0&&(n.fog=this.fog),Object.keys(this.userData).length>0&&(n.userData=this.userData);function r(e){let t=[];for(let n in e){let r=e[n];delete r.metadata,t.push(r)}return t}if(t){let t=r(e.textures),i=r(e.images);t.length>0&&(n.textures=t),i.length>0&&(n.images=i)}return n}fromJSON(e,t){if(e.uuid!==void 0&&(this.uuid=e.uuid),e.name!==void 0&&(this.name=e.name),e.color!==void 0&&this.color!==void 0&&this.color.setHex(e.color),e.roughness!==void 0&&(this.roughness=e.roughness),e.metalness!==void 0&&(this.metalness=e.metalness),e.sheen!==void 0&&(this.sheen=e.sheen),e.sheenColor!==void 0&&(this.sheenColor=new Y().setHex(e.sheenColor)),e.sheenRoughness!==void 0&&(this.sheenRoughness=e.sheenRoughness),e.emissive!==void 0&&this.emissive!==void 0&&this.emissive.setHex(e.emissive),e.specular!==void 0&&this.specular!==void 0&&this.specular.setHex(e.specular),e.specularIntensity!==void 0&&(this.specularIntensity=e.specularIntensity),e.specularColor!==void 0&&this.specularColor!==void 0&&this.specularColor.setHex(e.specularColor),e.shininess!==void 0&&(this.shininess=e.shininess),e.clearcoat!==void 0&&(this.clearcoat=e.clearcoat),e.clearcoatRoughness!==void 0&&(this.clearcoatRoughness=e.clearcoatRoughness),e.diffuseRoughness!==void 0&&(this.diffuseRoughness=e.diffuseRoughness),e.dispersion!==void 0&&(this.dispersion=e.dispersion),e.retroreflectivity!==void 0&&(this.retroreflectivity=e.retroreflectivity),e.iridescence!==void 0&&(this.iridescence=e.iridescence),e.iridescenceIOR!==void 0&&(this.iridescenceIOR=e.iridescenceIOR),e.iridescenceThicknessMinimum!==void 0&&(this.iridescenceThicknessMinimum=e.iridescenceThicknessMinimum),e.iridescenceThicknessMaximum!==void 0&&(this.iridescenceThicknessMaximum=e.iridescenceThicknessMaximum),e.iridescenceThicknessRange!==void 0&&(this.iridescenceThicknessMinimum=e.iridescenceThicknessRange[0],this.iridescenceThicknessMaximum=e.iridescenceThicknessRange[1]),e.transmission!==void 0&&(this.transmission=e.transmission),e.thickness!==void 0&&(this.thickness=e.thickness),e.attenuationDistance!==void 0&&(this.attenuationDistance=e.attenuationDistance),e.attenuationColor!==void 0&&this.attenuationColor!==void 0&&this.attenuationColor.setHex(e.attenuationColor),e.anisotropy!==void 0&&(this.anisotropy=e.anisotropy),e.anisotropyRotation!==void 0&&(this.anisotropyRotation=e.anisotropyRotation),e.fog!==void 0&&(this.fog=e.fog),e.flatShading!==void 0&&(this.flatShading=e.flatShading),e.blending!==void 0&&(this.blending=e.blending),e.combine!==void 0&&(this.combine=e.combine),e.side!==void 0&&(this.side=e.side),e.shadowSide!==void 0&&(this.shadowSide=e.shadowSide),e.opacity!==void 0&&(this.opacity=e.opacity),e.transparent!==void 0&&(this.transparent=e.transparent),e.alphaTest!==void 0&&(this.alphaTest=e.alphaTest),e.alphaHash!==void 0&&(this.alphaHash=e.alphaHash),e.depthFunc!==void 0&&(this.depthFunc=e.depthFunc),e.depthTest!==void 0&&(this.depthTest=e.depthTest),e.depthWrite!==void 0&&(this.depthWrite=e.depthWrite),e.colorWrite!==void 0&&(this.colorWrite=e.colorWrite),e.clippingPlanes!==void 0&&(this.clippingPlanes=e.clippingPlanes.map(e=>new r_().fromJSON(e))),e.clipIntersection!==void 0&&(this.clipIntersection=e.clipIntersection),e.clipShadows!==void 0&&(this.clipShadows=e.clipShadows),e.depthPacking!==void 0&&(this.depthPacking=e.depthPacking),e.blendSrc!==void 0&&(this.blendSrc=e.blendSrc),e.blendDst!==void 0&&(this.blendDst=e.blendDst),e.blendEquation!==void 0&&(this.blendEquation=e.blendEquation),e.blendSrcAlpha!==void 0&&(this.blendSrcAlpha=e.blendSrcAlpha),e.blendDstAlpha!==void 0&&(this.blendDstAlpha=e.blendDstAlpha),e.blendEquationAlpha!==void 0&&(this.blendEquationAlpha=e.blendEquationAlpha),e.blendColor!==void 0&&this.blendColor!==void 0&&this.blendColor.setHex(e.blendColor),e.blendAlpha!==void 0&&(this.blendAlpha=e.blendAlpha),e.stencilWriteMask!==void 0&&(this.stencilWriteMask=e.stencilWriteMask),e.stencilFunc!==void 0&&(this.stencilFunc=e.stencilFunc),e.stencilRef!==void 0&&(this.stencilRef=e.stencilRef),e.stencilFuncMask!==void 0&&(this.stencilFuncMask=e.stencilFuncMask),e.stencilFail!==void 0&&(this.stencilFail=e.stencilFail),e.stencilZFail!==void 0&&(this.stencilZFail=e.stencilZFail),e.stencilZPass!==void 0&&(this.stencilZPass=e.stencilZPass),e.stencilWrite!==void 0&&(this.stencilWrite=e.stencilWrite),e.wireframe!==void 0&&(this.wireframe=e.wireframe),e.wireframeLinewidth!==void 0&&(this.wireframeLinewidth=e.wireframeLinewidth),e.wireframeLinecap!==void 0&&(this.wireframeLinecap=e.wireframeLinecap),e.wireframeLinejoin!==void 0&&(this.wireframeLinejoin=e.wireframeLinejoin),e.rotation!==void 0&&(this.rotation=e.rotation),e.linewidth!==void 0&&(this.linewidth=e.linewidth),e.linecap!==void 0&&(this.linecap=e.linecap),e.linejoin!==void 0&&(this.linejoin=e.linejoin),e.dashSize!==void 0&&(this.dashSize=e.dashSize),e.gapSize!==void 0&&(this.gapSize=e.gapSize),e.scale!==void 0&&(this.scale=e.scale),e.polygonOffset!==void 0&&(this.polygonOffset=e.polygonOffset),e.polygonOffsetFactor!==void 0&&(this.polygonOffsetFactor=e.polygonOffsetFactor),e.polygonOffsetUnits!==void 0&&(this.polygonOffsetUnits=e.polygonOffsetUnits),e.dithering!==void 0&&(this.dithering=e.dithering),e.alphaToCoverage!==void 0&&(this.alphaToCoverage=e.alphaToCoverage),e.premultipliedAlpha!==void 0&&(this.premultipliedAlpha=e.premultipliedAlpha),e.forceSinglePass!==void 0&&(this.forceSinglePass=e.forceSinglePass),e.allowOverride!==void 0&&(this.allowOverride=e.allowOverride),e.visible!==void 0&&(this.visible=e.visible),e.toneMapped!==void 0&&(this.toneMapped=e.toneMapped),e.userData!==void 0&&(this.userData=e.userData),e.vertexColors!==void 0&&(this.vertexColors=typeof e.vertexColors==`number`?e.vertexColors>0:e.vertexColors),e.size!==void 0&&(this.size=e.size),e.sizeAttenuation!==void 0&&(this.sizeAttenuation=e.sizeAttenuation),e.map!==void 0&&(this.map=t[e.map]||null),e.matcap!==void 0&&(this.matcap=t[e.matcap]||null),e.alphaMap!==void 0&&(this.alphaMap=t[e.alphaMap]||null),e.bumpMap!==void 0&&(this.bumpMap=t[e.bumpMap]||null),e.bumpScale!==void 0&&(this.bumpScale=e.bumpScale),e.normalMap!==void 0&&(this.normalMap=t[e.normalMap]||null),e.normalMapType!==void 0&&(this.normalMapType=e.normalMapType),e.normalScale!==void 0){let t=e.normalScale;Array.isArray(t)===!1&&(t=[t,t]),this.normalScale=new W().fromArray(t)}return e.displacementMap!==void 0&&(this.displacementMap=t[e.displacementMap]||null),e.displacementScale!==void 0&&(this.displacementScale=e.displacementScale),e.displacementBias!==void 0&&(this.displacementBias=e.displacementBias),e.roughnessMap!==void 0&&(this.roughnessMap=t[e.roughnessMap]||null),e.metalnessMap!==void 0&&(this.metalnessMap=t[e.metalnessMap]||null),e.emissiveMap!==void 0&&(this.emissiveMap=t[e.emissiveMap]||null),e.emissiveIntensity!==void 0&&(this.emissiveIntensity=e.emissiveIntensity),e.specularMap!==void 0&&(this.specularMap=t[e.specularMap]||null),e.specularIntensityMap!==void 0&&(this.specularIntensityMap=t[e.specularIntensityMap]||null),e.specularColorMap!==void 0&&(this.specularColorMap=t[e.specularColorMap]||null),e.envMap!==void 0&&(this.envMap=t[e.envMap]||null),e.envMapRotation!==void 0&&this.envMapRotation.fromArray(e.envMapRotation),e.envMapIntensity!==void 0&&(this.envMapIntensity=e.envMapIntensity),e.reflectivity!==void 0&&(this.reflectivity=e.reflectivity),e.refractionRatio!==void 0&&(this.refractionRatio=e.refractionRatio),e.lightMap!==void 0&&(this.lightMap=t[e.lightMap]||null),e.lightMapIntensity!==void 0&&(this.lightMapIntensity=e.lightMapIntensity),e.aoMap!==void 0&&(this.aoMap=t[e.aoMap]||null),e.aoMapIntensity!==void 0&&(this.aoMapIntensity=e.aoMapIntensity),e.gradientMap!==void 0&&(this.gradientMap=t[e.gradientMap]||null),e.clearcoatMap!==void 0&&(this.clearcoatMap=t[e.clearcoatMap]||null),e.clearcoatRoughnessMap!==void 0&&(this.clearcoatRoughnessMap=t[e.clearcoatRoughnessMap]||null),e.clearcoatNormalMap!==void 0&&(this.clearcoatNormalMap=t[e.clearcoatNormalMap]||null),e.clearcoatNormalScale!==void 0&&(this.clearcoatNormalScale=new W().fromArray(e.clearcoatNormalScale)),e.diffuseRoughnessMap!==void 0&&(this.diffuseRoughnessMap=t[e.diffuseRoughnessMap]||null),e.iridescenceMap!==void 0&&(this.iridescenceMap=t[e.iridescenceMap]||null),e.iridescenceThicknessMap!==void 0&&(this.iridescenceThicknessMap=t[e.iridescenceThicknessMap]||null),e.transmissionMap!==void 0&&(this.transmissionMap=t[e.transmissionMap]||null),e.thicknessMap!==void 0&&(this.thicknessMap=t[e.thicknessMap]||null),e.anisotropyMap!==void 0&&(this.anisotropyMap=t[e.anisotropyMap]||null),e.sheenColorMap!==void 0&&(this.sheenColorMap=t[e.sheenColorMap]||null),e.sheenRoughnessMap!==void 0&&(this.sheenRoughnessMap=t[e.sheenRoughnessMap]||null),this}clone(){return new this.constructor().copy(this)}copy(e){this.name=e.name,this.blending=e.blending,this.side=e.side,this.vertexColors=e.vertexColors,this.opacity=e.opacity,this.transparent=e.transparent,this.blendSrc=e.blendSrc,this.blendDst=e.blendDst,this.blendEquation=e.blendEquation,this.blendSrcAlpha=e.blendSrcAlpha,this.blendDstAlpha=e.blendDstAlpha,this.blendEquationAlpha=e.blendEquationAlpha,this.blendColor.copy(e.blendColor),this.blendAlpha=e.blendAlpha,this.depthFunc=e.depthFunc,this.depthTest=e.depthTest,this.depthWrite=e.depthWrite,this.stencilWriteMask=e.stencilWriteMask,this.stencilFunc=e.stencilFunc,this.stencilRef=e.stencilRef,this.stencilFuncMask=e.stencilFuncMask,this.stencilFail=e.stencilFail,this.stencilZFail=e.stencilZFail,this.stencilZPass=e.stencilZPass,this.stencilWrite=e.stencilWrite;let t=e.clippingPlanes,n=null;if(t!==null){let e=t.length;n=Array(e);for(let r=0;r!==e;++r)n[r]=t[r].clone()}return this.clippingPlanes=n,this.clipIntersection=e.clipIntersection,this.clipShadows=e.clipShadows,this.shadowSide=e.shadowSide,this.colorWrite=e.colorWrite,this.precision=e.precision,this.polygonOffset=e.polygonOffset,this.polygonOffsetFactor=e.polygonOffsetFactor,this.polygonOffsetUnits=e.polygonOffsetUnits,this.dithering=e.dithering,this.alphaTest=e.alphaTest,this.alphaHash=e.alphaHash,this.alphaToCoverage=e.alphaToCoverage,this.premultipliedAlpha=e.premultipliedAlpha,this.forceSinglePass=e.forceSinglePass,this.allowOverride=e.allowOverride,this.visible=e.visible,this.toneMapped=e.toneMapped,this.userData=JSON.parse(JSON.stringify(e.userData)),this}dispose(){this.dispatchEvent({type:`dispose`})}set needsUpdate(e){e===!0&&this.version++}},o_=new G,s_=new G,c_=new G,l_=new G,u_=class{constructor(e=new G,t=new G(0,0,-1)){this.origin=e,this.direction=t}set(e,t){return this.origin.copy(e),this.direction.copy(t),this}copy(e){return this.origin.copy(e.origin),this.direction.copy(e.direction),this}at(e,t){return t.copy(this.origin).addScaledVector(this.direction,e)}lookAt(e){return this.direction.copy(e).sub(this.origin).normalize(),this}recast(e){return this.origin.copy(this.at(e,o_)),this}closestPointToPoint(e,t){t.subVectors(e,this.origin);let n=t.dot(this.direction);return n<0?t.copy(this.origin):t.copy(this.origin).addScaledVector(this.direction,n)}distanceToPoint(e){return Math.sqrt(this.distanceSqToPoint(e))}distanceSqToPoint(e){let t=o_.subVectors(e,this.origin).dot(this.direction);return t<0?this.origin.distanceToSquared(e):(o_.copy(this.origin).addScaledVector(this.direction,t),o_.distanceToSquared(e))}distanceSqToSegment(e,t,n,r){s_.copy(e).add(t).multiplyScalar(.5),c_.copy(t).sub(e).normalize(),l_.copy(this.origin).sub(s_);let i=e.distanceTo(t)*.5,a=-this.direction.dot(c_),o=l_.dot(this.direction),s=-l_.dot(c_),c=l_.lengthSq(),l=Math.abs(1-a*a),u,d,f,p;if(l>0){if(u=a*s-o,d=a*o-s,p=i*l,u>=0){if(d>=-p){if(d<=p){let e=1/l;u*=e,d*=e,f=u*(u+a*d+2*o)+d*(a*u+d+2*s)+c}else d=i,u=Math.max(0,-(a*d+o)),f=-u*u+d*(d+2*s)+c}else d=-i,u=Math.max(0,-(a*d+o)),f=-u*u+d*(d+2*s)+c}else d<=-p?(u=Math.max(0,-(-a*i+o)),d=u>0?-i:Math.min(Math.max(-i,-s),i),f=-u*u+d*(d+2*s)+c):d<=p?(u=0,d=Math.min(Math.max(-i,-s),i),f=d*(d+2*s)+c):(u=Math.max(0,-(a*i+o)),d=u>0?i:Math.min(Math.max(-i,-s),i),f=-u*u+d*(d+2*s)+c)}else d=a>0?-i:i,u=Math.max(0,-(a*d+o)),f=-u*u+d*(d+2*s)+c;return n&&n.copy(this.origin).addScaledVector(this.direction,u),r&&r.copy(s_).addScaledVector(c_,d),f}intersectSphere(e,t){if(e.radius<0)return null;o_.subVectors(e.center,this.origin);let n=o_.dot(this.direction),r=o_.dot(o_)-n*n,i=e.radius*e.radius;if(r>i)return null;let a=Math.sqrt(i-r),o=n-a,s=n+a;return s<0?null:o<0?this.at(s,t):this.at(o,t)}intersectsSphere(e){return e.radius<0?!1:this.distanceSqToPoint(e.center)<=e.radius*e.radius}distanceToPlane(e){let t=e.normal.dot(this.direction);if(t===0)return e.distanceToPoint(this.origin)===0?0:null;let n=-(this.origin.dot(e.normal)+e.constant)/t;return n>=0?n:null}intersectPlane(e,t){let n=this.distanceToPlane(e);return n===null?null:this.at(n,t)}intersectsPlane(e){let t=e.distanceToPoint(this.origin);return t===0||e.normal.dot(this.direction)*t<0}intersectBox(e,t){let n,r,i,a,o,s,c=1/this.direction.x,l=1/this.direction.y,u=1/this.direction.z,d=this.origin;return c>=0?(n=(e.min.x-d.x)*c,r=(e.max.x-d.x)*c):(n=(e.max.x-d.x)*c,r=(e.min.x-d.x)*c),l>=0?(i=(e.min.y-d.y)*l,a=(e.max.y-d.y)*l):(i=(e.max.y-d.y)*l,a=(e.min.y-d.y)*l),n>a||i>r||((i>n||isNaN(n))&&(n=i),(a<r||isNaN(r))&&(r=a),u>=0?(o=(e.min.z-d.z)*u,s=(e.max.z-d.z)*u):(o=(e.max.z-d.z)*u,s=(e.min.z-d.z)*u),n>s||o>r)||((o>n||n!==n)&&(n=o),(s<r||r!==r)&&(r=s),r<0)?null:this.at(n>=0?n:r,t)}intersectsBox(e){return this.intersectBox(e,o_)!==null}intersectTriangle(e,t,n,r,i){let a=this.origin,o=this.direction,s=o.x,c=o.y,l=o.z,u=e.x-a.x,d=e.y-a.y,f=e.z-a.z,p=t.x-a.x,m=t.y-a.y,h=t.z-a.z,g=n.x-a.x,_=n.y-a.y,v=n.z-a.z,y=Math.abs(s),b=Math.abs(c),x=Math.abs(l),S,C,w,T,E,D,O,k,A,j,M,N;if(y>=b&&y>=x?(w=s,D=u,A=p,N=g,s>=0?(S=c,C=l,T=d,E=f,O=m,k=h,j=_,M=v):(S=l,C=c,T=f,E=d,O=h,k=m,j=v,M=_)):b>=x?(w=c,D=d,A=m,N=_,c>=0?(S=l,C=s,T=f,E=u,O=h,k=p,j=v,M=g):(S=s,C=l,T=u,E=f,O=p,k=h,j=g,M=v)):(w=l,D=f,A=h,N=v,l>=0?(S=s,C=c,T=u,E=d,O=p,k=m,j=g,M=_):(S=c,C=s,T=d,E=u,O=m,k=p,j=_,M=g)),w===0)return null;let ee=S/w,te=C/w,P=1/w,ne=T-ee*D,re=E-te*D,ie=O-ee*A,ae=k-te*A,oe=j-ee*N,se=M-te*N,ce=oe*ae-se*ie,le=ne*se-re*oe,ue=ie*re-ae*ne;if(r){if(ce<0||le<0||ue<0)return null}else if((ce<0||le<0||ue<0)&&(ce>0||le>0||ue>0))return null;let de=ce+le+ue;if(de===0)return null;let fe=P*(ce*D+le*A+ue*N);return(de>0?fe<0:fe>0)?null:this.at(fe/de,i)}applyMatrix4(e){return this.origin.applyMatrix4(e),this.direction.transformDirection(e),this}equals(e){return e.origin.equals(this.origin)&&e.direction.equals(this.direction)}clone(){return new this.constructor().copy(this)}},d_=class extends a_{constructor(e){super(),this.isMeshBasicMaterial=!0,this.type=`MeshBasicMaterial`,this.color=new Y(16777215),this.map=null,this.lightMap=null,this.lightMapIntensity=1,this.aoMap=null,this.aoMapIntensity=1,this.specularMap=null,this.alphaMap=null,this.envMap=null,this.envMapRotation=new Ah,this.combine=0,this.reflectivity=1,this.refractionRatio=.98,this.wireframe=!1,this.wireframeLinewidth=1,this.wireframeLinecap=`round`,this.wireframeLinejoin=`round`,this.fog=!0,this.setValues(e)}copy(e){return super.copy(e),this.color.copy(e.color),this.map=e.map,this.lightMap=e.lightMap,this.lightMapIntensity=e.lightMapIntensity,this.aoMap=e.aoMap,this.aoMapIntensity=e.aoMapIntensity,this.specularMap=e.specularMap,this.alphaMap=e.alphaMap,this.envMap=e.envMap,this.envMapRotation.copy(e.envMapRotation),this.combine=e.combine,this.reflectivity=e.reflectivity,this.refractionRatio=e.refractionRatio,this.wireframe=e.wireframe,this.wireframeLinewidth=e.wireframeLinewidth,this.wireframeLinecap=e.wireframeLinecap,this.wireframeLinejoin=e.wireframeLinejoin,this.fog=e.fog,this}},f_=new J,p_=new u_,m_=new Vg,h_=new G,g_=new G,__=new G,v_=new G,y_=new G,b_=new G,x_=new G,S_=new G,C_=class extends qh{constructor(e=new Yg,t=new d_){super(),this.isMesh=!0,this.type=`Mesh`,this.geometry=e,this.material=t,this.morphTargetDictionary=void 0,this.morphTargetInfluences=void 0,this.count=1,this.updateMorphTargets()}copy(e,t){return super.copy(e,t),this.morphTargetInfluences=e.morphTargetInfluences===void 0?void 0:e.morphTargetInfluences.slice(),this.morphTargetDictionary=e.morphTargetDictionary===void 0?void 0:Object.assign({},e.morphTargetDictionary),this.material=Array.isArray(e.material)?e.material.slice():e.material,this.geometry=e.geometry,this}updateMorphTargets(){let e=this.geometry.morphAttributes,t=Object.keys(e);if(t.length>0){let n=e[t[0]];if(n!==void 0){this.morphTargetInfluences=[],this.morphTargetDictionary={};for(let e=0,t=n.length;e<t;e++){let t=n[e].name||String(e);this.morphTargetInfluences.push(0),this.morphTargetDictionary[t]=e}}}}getVertexPosition(e,t){let n=this.geometry,r=n.attributes.position,i=n.morphAttributes.position,a=n.morphTargetsRelative;t.fromBufferAttribute(r,e);let o=this.morphTargetInfluences;if(i&&o){b_.set(0,0,0);for(let n=0,r=i.length;n<r;n++){let r=o[n],s=i[n];r!==0&&(y_.fromBufferAttribute(s,e),a?b_.addScaledVector(y_,r):b_.addScaledVector(y_.sub(t),r))}t.add(b_)}return t}intersectsFrustum(e){return e.intersectsObject(this)}raycast(e,t){let n=this.geometry,r=this.material,i=this.matrixWorld;r!==void 0&&(n.boundingSphere===null&&n.computeBoundingSphere(),m_.copy(n.boundingSphere),m_.applyMatrix4(i),p_.copy(e.ray).recast(e.near),m_.containsPoint(p_.origin)===!1&&(p_.intersectSphere(m_,h_)===null||p_.origin.distanceToSquared(h_)>(e.far-e.near)**2)||(f_.copy(i).invert(),p_.copy(e.ray).applyMatrix4(f_),(n.boundingBox===null||p_.intersectsBox(n.boundingBox)!==!1)&&this._computeIntersections(e,t,p_)))}_computeIntersections(e,t,n){let r,i=this.geometry,a=this.material,o=i.index,s=i.attributes.position,c=i.attributes.uv,l=i.attributes.uv1,u=i.attributes.normal,d=i.groups,f=i.drawRange;if(o!==null){if(Array.isArray(a))for(let i=0,s=d.length;i<s;i++){let s=d[i],p=a[s.materialIndex],m=Math.max(s.start,f.start),h=Math.min(o.count,Math.min(s.start+s.count,f.start+f.count));for(let i=m,a=h;i<a;i+=3){let a=o.getX(i),d=o.getX(i+1),f=o.getX(i+2);r=T_(this,p,e,n,c,l,u,a,d,f),r&&(r.faceIndex=Math.floor(i/3),r.face.materialIndex=s.materialIndex,t.push(r))}}else{let i=Math.max(0,f.start),s=Math.min(o.count,f.start+f.count);for(let d=i,f=s;d<f;d+=3){let i=o.getX(d),s=o.getX(d+1),f=o.getX(d+2);r=T_(this,a,e,n,c,l,u,i,s,f),r&&(r.faceIndex=Math.floor(d/3),t.push(r))}}}else if(s!==void 0){if(Array.isArray(a))for(let i=0,o=d.length;i<o;i++){let o=d[i],p=a[o.materialIndex],m=Math.max(o.start,f.start),h=Math.min(s.count,Math.min(o.start+o.count,f.start+f.count));for(let i=m,a=h;i<a;i+=3){let a=i,s=i+1,d=i+2;r=T_(this,p,e,n,c,l,u,a,s,d),r&&(r.faceIndex=Math.floor(i/3),r.face.materialIndex=o.materialIndex,t.push(r))}}else{let i=Math.max(0,f.start),o=Math.min(s.count,f.start+f.count);for(let s=i,d=o;s<d;s+=3){let i=s,o=s+1,d=s+2;r=T_(this,a,e,n,c,l,u,i,o,d),r&&(r.faceIndex=Math.floor(s/3),t.push(r))}}}}};function w_(e,t,n,r,i,a,o,s){let c;if(c=t.side===1?r.intersectTriangle(o,a,i,!0,s):r.intersectTriangle(i,a,o,t.side===0,s),c===null)return null;S_.copy(s),S_.applyMatrix4(e.matrixWorld);let l=n.ray.origin.distanceTo(S_);return l<n.near||l>n.far?null:{distance:l,point:S_.clone(),object:e}}function T_(e,t,n,r,i,a,o,s,c,l){e.getVertexPosition(s,g_),e.getVertexPosition(c,__),e.getVertexPosition(l,v_);let u=w_(e,t,n,r,g_,__,v_,x_);if(u){let e=new G;gg.getBarycoord(x_,g_,__,v_,e),i&&(u.uv=gg.getInterpolatedAttribute(i,s,c,l,e,new W)),a&&(u.uv1=gg.getInterpolatedAttribute(a,s,c,l,e,new W)),o&&(u.normal=gg.getInterpolatedAttribute(o,s,c,l,e,new G),u.normal.dot(r.direction)>0&&u.normal.multiplyScalar(-1));let t={a:s,b:c,c:l,normal:new G,materialIndex:0};gg.getNormal(g_,__,v_,t.normal),u.face=t,u.barycoord=e}return u}var E_=class extends hh{constructor(e=null,t=1,n=1,r,i,a,o,s,c=Hf,l=Hf,u,d){super(null,a,o,s,c,l,r,i,u,d),this.isDataTexture=!0,this.image={data:e,width:t,height:n},this.generateMipmaps=!1,this.flipY=!1,this.unpackAlignment=1}},D_=new Vg,O_=new W(.5,.5),k_=new G,A_=class{constructor(e=new r_,t=new r_,n=new r_,r=new r_,i=new r_,a=new r_){this.planes=[e,t,n,r,i,a]}set(e,t,n,r,i,a){let o=this.planes;return o[0].copy(e),o[1].copy(t),o[2].copy(n),o[3].copy(r),o[4].copy(i),o[5].copy(a),this}copy(e){let t=this.planes;for(let n=0;n<6;n++)t[n].copy(e.planes[n]);return this}setFromProjectionMatrix(e,t=mm,n=!1){let r=this.planes,i=e.elements,a=i[0],o=i[1],s=i[2],c=i[3],l=i[4],u=i[5],d=i[6],f=i[7],p=i[8],m=i[9],h=i[10],g=i[11],_=i[12],v=i[13],y=i[14],b=i[15];if(r[0].setComponents(c-a,f-l,g-p,b-_).normalize(),r[1].setComponents(c+a,f+l,g+p,b+_).normalize(),r[2].setComponents(c+o,f+u,g+m,b+v).normalize(),r[3].setComponents(c-o,f-u,g-m,b-v).normalize(),n)r[4].setComponents(s,d,h,y).normalize(),r[5].setComponents(c-s,f-d,g-h,b-y).normalize();else if(r[4].setComponents(c-s,f-d,g-h,b-y).normalize(),t===2e3)r[5].setComponents(c+s,f+d,g+h,b+y).normalize();else if(t===2001)r[5].setComponents(s,d,h,y).normalize();else throw Error(`THREE.Frustum.setFromProjectionMatrix(): Invalid coordinate system: `+t);return this}intersectsObject(e){if(e.boundingSphere!==void 0)e.boundingSphere===null&&e.computeBoundingSphere(),D_.copy(e.boundingSphere).applyMatrix4(e.matrixWorld);else{let t=e.geometry;t.boundingSphere===null&&t.computeBoundingSphere(),D_.copy(t.boundingSphere).applyMatrix4(e.matrixWorld)}return this.intersectsSphere(D_)}intersectsSprite(e){return D_.center.set(0,0,0),D_.radius=.7071067811865476+O_.distanceTo(e.center),D_.applyMatrix4(e.matrixWorld),this.intersectsSphere(D_)}intersectsSphere(e){let t=this.planes,n=e.center,r=-e.radius;for(let e=0;e<6;e++)if(t[e].distanceToPoint(n)<r)return!1;return!0}intersectsBox(e){let t=this.planes;for(let n=0;n<6;n++){let r=t[n];if(k_.x=r.normal.x>0?e.max.x:e.min.x,k_.y=r.normal.y>0?e.max.y:e.min.y,k_.z=r.normal.z>0?e.max.z:e.min.z,r.distanceToPoint(k_)<0)return!1}return!0}containsPoint(e){let t=this.planes;for(let n=0;n<6;n++)if(t[n].distanceToPoint(e)<0)return!1;return!0}clone(){return new this.constructor().copy(this)}},j_=new J,M_=class e{constructor(){this.coordinateSystem=mm,this._frustums=[],this._count=0}setFromArrayCamera(e){let t=e.cameras,n=this._frustums;for(let e=0;e<t.length;e++){let r=t[e];j_.multiplyMatrices(r.projectionMatrix,r.matrixWorldInverse),n[e]===void 0&&(n[e]=new A_),n[e].setFromProjectionMatrix(j_,r.coordinateSystem,r.reversedDepth)}return this._count=t.length,this}getFrustum(e){return this._frustums[e]}intersectsObject(e){let t=this._frustums;for(let n=0;n<this._count;n++)if(t[n].intersectsObject(e))return!0;return!1}intersectsSprite(e){let t=this._frustums;for(let n=0;n<this._count;n++)if(t[n].intersectsSprite(e))return!0;return!1}intersectsSphere(e){let t=this._frustums;for(let n=0;n<this._count;n++)if(t[n].intersectsSphere(e))return!0;return!1}intersectsBox(e){let t=this._frustums;for(let n=0;n<this._count;n++)if(t[n].intersectsBox(e))return!0;return!1}containsPoint(e){let t=this._frustums;for(let n=0;n<this._count;n++)if(t[n].containsPoint(e))return!0;return!1}copy(e){this.coordinateSystem=e.coordinateSystem;let t=this._frustums,n=e._frustums;for(let r=0;r<e._count;r++)t[r]===void 0&&(t[r]=new A_),t[r].copy(n[r]);return this._count=e._count,this}clone(){return new e().copy(this)}},N_=class extends a_{constructor(e){super(),this.isLineBasicMaterial=!0,this.type=`LineBasicMaterial`,this.color=new Y(16777215),this.map=null,this.linewidth=1,this.linecap=`round`,this.linejoin=`round`,this.fog=!0,this.setValues(e)}copy(e){return super.copy(e),this.color.copy(e.color),this.map=e.map,this.linewidth=e.linewidth,this.linecap=e.linecap,this.linejoin=e.linejoin,this.fog=e.fog,this}},P_=new G,F_=new G,I_=new J,L_=new u_,R_=new Vg,z_=new G,B_=new G,V_=class extends qh{constructor(e=new Yg,t=new N_){super(),this.isLine=!0,this.type=`Line`,this.geometry=e,this.material=t,this.morphTargetDictionary=void 0,this.morphTargetInfluences=void 0,this.updateMorphTargets()}copy(e,t){return super.copy(e,t),this.morphTargetInfluences=e.morphTargetInfluences===void 0?void 0:e.morphTargetInfluences.slice(),this.morphTargetDictionary=e.morphTargetDictionary===void 0?void 0:Object.assign({},e.morphTargetDictionary),this.material=Array.isArray(e.material)?e.material.slice():e.material,this.geometry=e.geometry,this}computeLineDistances(){let e=this.geometry;if(e.index===null){let t=e.attributes.position,n=[0];for(let e=1,r=t.count;e<r;e++)P_.fromBufferAttribute(t,e-1),F_.fromBufferAttribute(t,e),n[e]=n[e-1],n[e]+=P_.distanceTo(F_);e.setAttribute(`lineDistance`,new Lg(n,1))}else V(`Line.computeLineDistances(): Computation only possible with non-indexed BufferGeometry.`);return this}intersectsFrustum(e){return e.intersectsObject(this)}raycast(e,t){let n=this.geometry,r=this.matrixWorld,i=e.params.Line.threshold,a=n.drawRange;if(n.boundingSphere===null&&n.computeBoundingSphere(),R_.copy(n.boundingSphere),R_.applyMatrix4(r),R_.radius+=i,e.ray.intersectsSphere(R_)===!1)return;I_.copy(r).invert(),L_.copy(e.ray).applyMatrix4(I_);let o=i/((this.scale.x+this.scale.y+this.scale.z)/3),s=o*o,c=this.isLineSegments?2:1,l=n.index,u=n.attributes.position;if(l!==null){let n=Math.max(0,a.start),r=Math.min(l.count,a.start+a.count);for(let i=n,a=r-1;i<a;i+=c){let n=l.getX(i),r=l.getX(i+1),a=H_(this,e,L_,s,n,r,i);a&&t.push(a)}if(this.isLineLoop){let i=l.getX(r-1),a=l.getX(n),o=H_(this,e,L_,s,i,a,r-1);o&&t.push(o)}}else{let n=Math.max(0,a.start),r=Math.min(u.count,a.start+a.count);for(let i=n,a=r-1;i<a;i+=c){let n=H_(this,e,L_,s,i,i+1,i);n&&t.push(n)}if(this.isLineLoop){let i=H_(this,e,L_,s,r-1,n,r-1);i&&t.push(i)}}}updateMorphTargets(){let e=this.geometry.morphAttributes,t=Object.keys(e);if(t.length>0){let n=e[t[0]];if(n!==void 0){this.morphTargetInfluences=[],this.morphTargetDictionary={};for(let e=0,t=n.length;e<t;e++){let t=n[e].name||String(e);this.morphTargetInfluences.push(0),this.morphTargetDictionary[t]=e}}}}};function H_(e,t,n,r,i,a,o){let s=e.geometry.attributes.position;if(P_.fromBufferAttribute(s,i),F_.fromBufferAttribute(s,a),n.distanceSqToSegment(P_,F_,z_,B_)>r)return;z_.applyMatrix4(e.matrixWorld);let c=t.ray.origin.distanceTo(z_);if(!(c<t.near||c>t.far))return{distance:c,point:B_.clone().applyMatrix4(e.matrixWorld),index:o,face:null,faceIndex:null,barycoord:null,object:e}}var U_=new G,W_=new G,G_=class extends V_{constructor(e,t){super(e,t),this.isLineSegments=!0,this.type=`LineSegments`}computeLineDistances(){let e=this.geometry;if(e.index===null){let t=e.attributes.position,n=[];for(let e=0,r=t.count;e<r;e+=2)U_.fromBufferAttribute(t,e),W_.fromBufferAttribute(t,e+1),n[e]=e===0?0:n[e-1],n[e+1]=n[e]+U_.distanceTo(W_);e.setAttribute(`lineDistance`,new Lg(n,1))}else V(`LineSegments.computeLineDistances(): Computation only possible with non-indexed BufferGeometry.`);return this}},K_=class extends a_{constructor(e){super(),this.isPointsMaterial=!0,this.type=`PointsMaterial`,this.color=new Y(16777215),this.map=null,this.alphaMap=null,this.size=1,this.sizeAttenuation=!0,this.fog=!0,this.setValues(e)}copy(e){return super.copy(e),this.color.copy(e.color),this.map=e.map,this.alphaMap=e.alphaMap,this.size=e.size,this.sizeAttenuation=e.sizeAttenuation,this.fog=e.fog,this}},q_=new J,J_=new u_,Y_=new Vg,X_=new G,Z_=class extends qh{constructor(e=new Yg,t=new K_){super(),this.isPoints=!0,this.type=`Points`,this.geometry=e,this.material=t,this.morphTargetDictionary=void 0,this.morphTargetInfluences=void 0,this.updateMorphTargets()}copy(e,t){return super.copy(e,t),this.morphTargetInfluences=e.morphTargetInfluences===void 0?void 0:e.morphTargetInfluences.slice(),this.morphTargetDictionary=e.morphTargetDictionary===void 0?void 0:Object.assign({},e.morphTargetDictionary),this.material=Array.isArray(e.material)?e.material.slice():e.material,this.geometry=e.geometry,this}intersectsFrustum(e){return e.intersectsObject(this)}raycast(e,t){let n=this.geometry,r=this.matrixWorld,i=e.params.Points.threshold,a=n.drawRange;if(n.boundingSphere===null&&n.computeBoundingSphere(),Y_.copy(n.boundingSphere),Y_.applyMatrix4(r),Y_.radius+=i,e.ray.intersectsSphere(Y_)===!1)return;q_.copy(r).invert(),J_.copy(e.ray).applyMatrix4(q_);let o=i/((this.scale.x+this.scale.y+this.scale.z)/3),s=o*o,c=n.index,l=n.attributes.position;if(c!==null){let n=Math.max(0,a.start),i=Math.min(c.count,a.start+a.count);for(let a=n,o=i;a<o;a++){let n=c.getX(a);X_.fromBufferAttribute(l,n),Q_(X_,n,s,r,e,t,this)}}else{let n=Math.max(0,a.start),i=Math.min(l.count,a.start+a.count);for(let a=n,o=i;a<o;a++)X_.fromBufferAttribute(l,a),Q_(X_,a,s,r,e,t,this)}}updateMorphTargets(){let e=this.geometry.morphAttributes,t=Object.keys(e);if(t.length>0){let n=e[t[0]];if(n!==void 0){this.morphTargetInfluences=[],this.morphTargetDictionary={};for(let e=0,t=n.length;e<t;e++){let t=n[e].name||String(e);this.morphTargetInfluences.push(0),this.morphTargetDictionary[t]=e}}}}};function Q_(e,t,n,r,i,a,o){let s=J_.distanceSqToPoint(e);if(s<n){let n=new G;J_.closestPointToPoint(e,n),n.applyMatrix4(r);let c=i.ray.origin.distanceTo(n);if(c<i.near||c>i.far)return;a.push({distance:c,distanceToRay:Math.sqrt(s),point:n,index:t,face:null,faceIndex:null,barycoord:null,object:o})}}var $_=class extends hh{constructor(e=[],t=301,n,r,i,a,o,s,c,l){super(e,t,n,r,i,a,o,s,c,l),this.isCubeTexture=!0,this.flipY=!1}get images(){return this.image}set images(e){this.image=e}},ev=class extends hh{constructor(e,t,n,r,i,a,o,s,c){super(e,t,n,r,i,a,o,s,c),this.isCanvasTexture=!0,this.needsUpdate=!0}},tv=class extends hh{constructor(e,t,n=$f,r,i,a,o=Hf,s=Hf,c,l=up,u=1){if(l!==1026&&l!==1027)throw Error(`THREE.DepthTexture: format must be either THREE.DepthFormat or THREE.DepthStencilFormat`);super({width:e,height:t,depth:u},r,i,a,o,s,l,n,c),this.isDepthTexture=!0,this.flipY=!1,this.generateMipmaps=!1,this.compareFunction=null}copy(e){return super.copy(e),this.source=new dh(Object.assign({},e.image)),this.compareFunction=e.compareFunction,this}toJSON(e){let t=super.toJSON(e);return t.compareFunction=this.compareFunction,t}},nv=class extends tv{constructor(e,t=$f,n=301,r,i,a=Hf,o=Hf,s,c=up){let l={width:e,height:e,depth:1},u=[l,l,l,l,l,l];super(e,e,t,n,r,i,a,o,s,c),this.image=u,this.isCubeDepthTexture=!0,this.isCubeTexture=!0}get images(){return this.image}set images(e){this.image=e}},rv=class extends hh{constructor(e=null){super(),this.sourceTexture=e,this.isExternalTexture=!0}copy(e){return super.copy(e),this.sourceTexture=e.sourceTexture,this}},iv=class e extends Yg{constructor(e=1,t=1,n=1,r=1,i=1,a=1){super(),this.type=`BoxGeometry`,this.parameters={width:e,height:t,depth:n,widthSegments:r,heightSegments:i,depthSegments:a};let o=this;r=Math.floor(r),i=Math.floor(i),a=Math.floor(a);let s=[],c=[],l=[],u=[],d=0,f=0;p(`z`,`y`,`x`,-1,-1,n,t,e,a,i,0),p(`z`,`y`,`x`,1,-1,n,t,-e,a,i,1),p(`x`,`z`,`y`,1,1,e,n,t,r,a,2),p(`x`,`z`,`y`,1,-1,e,n,-t,r,a,3),p(`x`,`y`,`z`,1,-1,e,t,n,r,i,4),p(`x`,`y`,`z`,-1,-1,e,t,-n,r,i,5),this.setIndex(s),this.setAttribute(`position`,new Lg(c,3)),this.setAttribute(`normal`,new Lg(l,3)),this.setAttribute(`uv`,new Lg(u,2));function p(e,t,n,r,i,a,p,m,h,g,_){let v=a/h,y=p/g,b=a/2,x=p/2,S=m/2,C=h+1,w=g+1,T=0,E=0,D=new G;for(let a=0;a<w;a++){let o=a*y-x;for(let s=0;s<C;s++)D[e]=(s*v-b)*r,D[t]=o*i,D[n]=S,c.push(D.x,D.y,D.z),D[e]=0,D[t]=0,D[n]=m>0?1:-1,l.push(D.x,D.y,D.z),u.push(s/h),u.push(1-a/g),T+=1}for(let e=0;e<g;e++)for(let t=0;t<h;t++){let n=d+t+C*e,r=d+t+C*(e+1),i=d+(t+1)+C*(e+1),a=d+(t+1)+C*e;s.push(n,r,a),s.push(r,i,a),E+=6}o.addGroup(f,E,_),f+=E,d+=T}}copy(e){return super.copy(e),this.parameters=Object.assign({},e.parameters),this}static fromJSON(t){return new e(t.width,t.height,t.depth,t.widthSegments,t.heightSegments,t.depthSegments)}},av=class e extends Yg{constructor(e=1,t=1,n=1,r=1){super(),this.type=`PlaneGeometry`,this.parameters={width:e,height:t,widthSegments:n,heightSegments:r};let i=e/2,a=t/2,o=Math.floor(n),s=Math.floor(r),c=o+1,l=s+1,u=e/o,d=t/s,f=[],p=[],m=[],h=[];for(let e=0;e<l;e++){let t=e*d-a;for(let n=0;n<c;n++){let r=n*u-i;p.push(r,-t,0),m.push(0,0,1),h.push(n/o),h.push(1-e/s)}}for(let e=0;e<s;e++)for(let t=0;t<o;t++){let n=t+c*e,r=t+c*(e+1),i=t+1+c*(e+1),a=t+1+c*e;f.push(n,r,a),f.push(r,i,a)}this.setIndex(f),this.setAttribute(`position`,new Lg(p,3)),this.setAttribute(`normal`,new Lg(m,3)),this.setAttribute(`uv`,new Lg(h,2))}copy(e){return super.copy(e),this.parameters=Object.assign({},e.parameters),this}static fromJSON(t){return new e(t.width,t.height,t.widthSegments,t.heightSegments)}},ov=class extends Yg{constructor(e=null){if(super(),this.type=`WireframeGeometry`,this.parameters={geometry:e},e!==null){let t=[],n=new Set,r=new G,i=new G;if(e.index!==null){let a=e.attributes.position,o=e.index,s=e.groups;s.length===0&&(s=[{start:0,count:o.count,materialIndex:0}]);for(let e=0,c=s.length;e<c;++e){let c=s[e],l=c.start,u=c.count;for(let e=l,s=l+u;e<s;e+=3)for(let s=0;s<3;s++){let c=o.getX(e+s),l=o.getX(e+(s+1)%3);r.fromBufferAttribute(a,c),i.fromBufferAttribute(a,l),sv(r,i,n)===!0&&(t.push(r.x,r.y,r.z),t.push(i.x,i.y,i.z))}}}else{let a=e.attributes.position;for(let e=0,o=a.count/3;e<o;e++)for(let o=0;o<3;o++){let s=3*e+o,c=3*e+(o+1)%3;r.fromBufferAttribute(a,s),i.fromBufferAttribute(a,c),sv(r,i,n)===!0&&(t.push(r.x,r.y,r.z),t.push(i.x,i.y,i.z))}}this.setAttribute(`position`,new Lg(t,3))}}copy(e){return super.copy(e),this.parameters=Object.assign({},e.parameters),this}};function sv(e,t,n){let r=`${e.x},${e.y},${e.z}-${t.x},${t.y},${t.z}`,i=`${t.x},${t.y},${t.z}-${e.x},${e.y},${e.z}`;return n.has(r)===!0||n.has(i)===!0?!1:(n.add(r),n.add(i),!0)}function cv(e){let t={};for(let n in e){t[n]={};for(let r in e[n]){let i=e[n][r];if(uv(i))i.isRenderTargetTexture?(V(`UniformsUtils: Textures of render targets cannot be cloned via cloneUniforms() or mergeUniforms().`),t[n][r]=null):t[n][r]=i.clone();else if(Array.isArray(i)){if(uv(i[0])){let e=[];for(let t=0,n=i.length;t<n;t++)e[t]=i[t].clone();t[n][r]=e}else t[n][r]=i.slice()}else t[n][r]=i}}return t}function lv(e){let t={};for(let n=0;n<e.length;n++){let r=cv(e[n]);for(let e in r)t[e]=r[e]}return t}function uv(e){return e&&(e.isColor||e.isMatrix3||e.isMatrix4||e.isVector2||e.isVector3||e.isVector4||e.isTexture||e.isQuaternion)}function dv(e){let t=[];for(let n=0;n<e.length;n++)t.push(e[n].clone());return t}function fv(e){let t=e.getRenderTarget();return t===null?e.outputColorSpace:t.isXRRenderTarget===!0?t.texture.colorSpace:q.workingColorSpace}var pv={clone:cv,merge:lv},mv=`void main() {
	gl_Position = projectionMatrix * modelViewMatrix * vec4( position, 1.0 );
}`,hv=`void main() {
	gl_FragColor = vec4( 1.0, 0.0, 0.0, 1.0 );
}`,gv=class extends a_{constructor(e){super(),this.isShaderMaterial=!0,this.type=`ShaderMaterial`,this.defines={},this.uniforms={},this.uniformsGroups=[],this.vertexShader=mv,this.fragmentShader=hv,this.linewidth=1,this.wireframe=!1,this.wireframeLinewidth=1,this.fog=!1,this.lights=!1,this.clipping=!1,this.forceSinglePass=!0,this.extensions={clipCullDistance:!1,multiDraw:!1},this.defaultAttributeValues={color:[1,1,1],uv:[0,0],uv1:[0,0]},this.index0AttributeName=void 0,this.uniformsNeedUpdate=!1,this.glslVersion=null,e!==void 0&&this.setValues(e)}copy(e){return super.copy(e),this.fragmentShader=e.fragmentShader,this.vertexShader=e.vertexShader,this.uniforms=cv(e.uniforms),this.uniformsGroups=dv(e.uniformsGroups),this.defines=Object.assign({},e.defines),this.wireframe=e.wireframe,this.wireframeLinewidth=e.wireframeLinewidth,this.fog=e.fog,this.lights=e.lights,this.clipping=e.clipping,this.extensions=Object.assign({},e.extensions),this.glslVersion=e.glslVersion,this.defaultAttributeValues=Object.assign({},e.defaultAttributeValues),this.index0AttributeName=e.index0AttributeName,this.uniformsNeedUpdate=e.uniformsNeedUpdate,this}toJSON(e){let t=super.toJSON(e);t.glslVersion=this.glslVersion,t.uniforms={};for(let n in this.uniforms){let r=this.uniforms[n].value;r&&r.isTexture?t.uniforms[n]={type:`t`,value:r.toJSON(e).uuid}:r&&r.isColor?t.uniforms[n]={type:`c`,value:r.getHex()}:r&&r.isVector2?t.uniforms[n]={type:`v2`,value:r.toArray()}:r&&r.isVector3?t.uniforms[n]={type:`v3`,value:r.toArray()}:r&&r.isVector4?t.uniforms[n]={type:`v4`,value:r.toArray()}:r&&r.isMatrix3?t.uniforms[n]={type:`m3`,value:r.toArray()}:r&&r.isMatrix4?t.uniforms[n]={type:`m4`,value:r.toArray()}:t.uniforms[n]={value:r}}Object.keys(this.defines).length>0&&(t.defines=this.defines),t.vertexShader=this.vertexShader,t.fragmentShader=this.fragmentShader,t.lights=this.lights,t.clipping=this.clipping;let n={};for(let e in this.extensions)this.extensions[e]===!0&&(n[e]=!0);return Object.keys(n).length>0&&(t.extensions=n),t}fromJSON(e,t){if(super.fromJSON(e,t),e.uniforms!==void 0)for(let n in e.uniforms){let r=e.uniforms[n];switch(this.uniforms[n]={},r.type){case`t`:this.uniforms[n].value=t[r.value]||null;break;case`c`:this.uniforms[n].value=new Y().setHex(r.value);break;case`v2`:this.uniforms[n].value=new W().fromArray(r.value);break;case`v3`:this.uniforms[n].value=new G().fromArray(r.value);break;case`v4`:this.uniforms[n].value=new gh().fromArray(r.value);break;case`m3`:this.uniforms[n].value=new K().fromArray(r.value);break;case`m4`:this.uniforms[n].value=new J().fromArray(r.value);break;default:this.uniforms[n].value=r.value}}if(e.defines!==void 0&&(this.defines=e.defines),e.vertexShader!==void 0&&(this.vertexShader=e.vertexShader),e.fragmentShader!==void 0&&(this.fragmentShader=e.fragmentShader),e.glslVersion!==void 0&&(this.glslVersion=e.glslVersion),e.extensions!==void 0)for(let t in e.extensions)this.extensions[t]=e.extensions[t];return e.lights!==void 0&&(this.lights=e.lights),e.clipping!==void 0&&(this.clipping=e.clipping),this}},_v=class extends gv{constructor(e){super(e),this.isRawShaderMaterial=!0,this.type=`RawShaderMaterial`}},vv=class extends a_{constructor(e){super(),this.isMeshStandardMaterial=!0,this.type=`MeshStandardMaterial`,this.defines={STANDARD:``},this.color=new Y(16777215),this.roughness=1,this.metalness=0,this.map=null,this.lightMap=null,this.lightMapIntensity=1,this.aoMap=null,this.aoMapIntensity=1,this.emissive=new Y(0),this.emissiveIntensity=1,this.emissiveMap=null,this.bumpMap=null,this.bumpScale=1,this.normalMap=null,this.normalMapType=0,this.normalScale=new W(1,1),this.displacementMap=null,this.displacementScale=1,this.displacementBias=0,this.roughnessMap=null,this.metalnessMap=null,this.alphaMap=null,this.envMap=null,this.envMapRotation=new Ah,this.envMapIntensity=1,this.wireframe=!1,this.wireframeLinewidth=1,this.wireframeLinecap=`round`,this.wireframeLinejoin=`round`,this.flatShading=!1,this.fog=!0,this.setValues(e)}copy(e){return super.copy(e),this.defines={STANDARD:``},this.color.copy(e.color),this.roughness=e.roughness,this.metalness=e.metalness,this.map=e.map,this.lightMap=e.lightMap,this.lightMapIntensity=e.lightMapIntensity,this.aoMap=e.aoMap,this.aoMapIntensity=e.aoMapIntensity,this.emissive.copy(e.emissive),this.emissiveMap=e.emissiveMap,this.emissiveIntensity=e.emissiveIntensity,this.bumpMap=e.bumpMap,this.bumpScale=e.bumpScale,this.normalMap=e.normalMap,this.normalMapType=e.normalMapType,this.normalScale.copy(e.normalScale),this.displacementMap=e.displacementMap,this.displacementScale=e.displacementScale,this.displacementBias=e.displacementBias,this.roughnessMap=e.roughnessMap,this.metalnessMap=e.metalnessMap,this.alphaMap=e.alphaMap,this.envMap=e.envMap,this.envMapRotation.copy(e.envMapRotation),this.envMapIntensity=e.envMapIntensity,this.wireframe=e.wireframe,this.wireframeLinewidth=e.wireframeLinewidth,this.wireframeLinecap=e.wireframeLinecap,this.wireframeLinejoin=e.wireframeLinejoin,this.flatShading=e.flatShading,this.fog=e.fog,this}},yv=class extends a_{constructor(e){super(),this.isMeshDepthMaterial=!0,this.type=`MeshDepthMaterial`,this.depthPacking=om,this.map=null,this.alphaMap=null,this.displacementMap=null,this.displacementScale=1,this.displacementBias=0,this.wireframe=!1,this.wireframeLinewidth=1,this.setValues(e)}copy(e){return super.copy(e),this.depthPacking=e.depthPacking,this.map=e.map,this.alphaMap=e.alphaMap,this.displacementMap=e.displacementMap,this.displacementScale=e.displacementScale,this.displacementBias=e.displacementBias,this.wireframe=e.wireframe,this.wireframeLinewidth=e.wireframeLinewidth,this}},bv=class extends a_{constructor(e){super(),this.isMeshDistanceMaterial=!0,this.type=`MeshDistanceMaterial`,this.map=null,this.alphaMap=null,this.displacementMap=null,this.displacementScale=1,this.displacementBias=0,this.setValues(e)}copy(e){return super.copy(e),this.map=e.map,this.alphaMap=e.alphaMap,this.displacementMap=e.displacementMap,this.displacementScale=e.displacementScale,this.displacementBias=e.displacementBias,this}},xv=class extends a_{constructor(e){super(),this.isMeshMatcapMaterial=!0,this.defines={MATCAP:``},this.type=`MeshMatcapMaterial`,this.color=new Y(16777215),this.matcap=null,this.map=null,this.bumpMap=null,this.bumpScale=1,this.normalMap=null,this.normalMapType=0,this.normalScale=new W(1,1),this.displacementMap=null,this.displacementScale=1,this.displacementBias=0,this.alphaMap=null,this.wireframe=!1,this.wireframeLinewidth=1,this.flatShading=!1,this.fog=!0,this.setValues(e)}copy(e){return super.copy(e),this.defines={MATCAP:``},this.color.copy(e.color),this.matcap=e.matcap,this.map=e.map,this.bumpMap=e.bumpMap,this.bumpScale=e.bumpScale,this.normalMap=e.normalMap,this.normalMapType=e.normalMapType,this.normalScale.copy(e.normalScale),this.displacementMap=e.displacementMap,this.displacementScale=e.displacementScale,this.displacementBias=e.displacementBias,this.alphaMap=e.alphaMap,this.wireframe=e.wireframe,this.wireframeLinewidth=e.wireframeLinewidth,this.flatShading=e.flatShading,this.fog=e.fog,this}};function Sv(e,t){return!e||e.constructor===t?e:typeof t.BYTES_PER_ELEMENT==`number`?new t(e):Array.prototype.slice.call(e)}function Cv(e){return e!==void 0&&e.inTangents!==void 0&&e.outTangents!==void 0}var wv=class{constructor(e,t,n,r){this.parameterPositions=e,this._cachedIndex=0,this.resultBuffer=r===void 0?new t.constructor(n):r,this.sampleValues=t,this.valueSize=n,this.settings=null,this.DefaultSettings_={}}evaluate(e){let t=this.parameterPositions,n=this._cachedIndex,r=t[n],i=t[n-1];validate_interval:{seek:{let a;linear_scan:{forward_scan:if(!(e<r)){for(let a=n+2;;){if(r===void 0){if(e<i)break forward_scan;return n=t.length,this._cachedIndex=n,this.copySampleValue_(n-1)}if(n===a)break;if(i=r,r=t[++n],e<r)break seek}a=t.length;break linear_scan}if(!(e>=i)){let o=t[1];e<o&&(n=2,i=o);for(let a=n-2;;){if(i===void 0)return this._cachedIndex=0,this.copySampleValue_(0);if(n===a)break;if(r=i,i=t[--n-1],e>=i)break seek}a=n,n=0;break linear_scan}break validate_interval}for(;n<a;){let r=n+a>>>1;e<t[r]?a=r:n=r+1}if(r=t[n],i=t[n-1],i===void 0)return this._cachedIndex=0,this.copySampleValue_(0);if(r===void 0)return n=t.length,this._cachedIndex=n,this.copySampleValue_(n-1)}this._cachedIndex=n,this.intervalChanged_(n,i,r)}return this.interpolate_(n,i,e,r)}getSettings_(){return this.settings||this.DefaultSettings_}copySampleValue_(e){let t=this.resultBuffer,n=this.sampleValues,r=this.valueSize,i=e*r;for(let e=0;e!==r;++e)t[e]=n[i+e];return t}interpolate_(){throw Error(`THREE.Interpolant: Call to abstract method.`)}intervalChanged_(){}},Tv=class extends wv{constructor(e,t,n,r){super(e,t,n,r),this._weightPrev=-0,this._offsetPrev=-0,this._weightNext=-0,this._offsetNext=-0,this.DefaultSettings_={endingStart:rm,endingEnd:rm}}intervalChanged_(e,t,n){let r=this.parameterPositions,i=e-2,a=e+1,o=r[i],s=r[a];if(o===void 0)switch(this.getSettings_().endingStart){case im:i=e,o=2*t-n;break;case am:i=r.length-2,o=t+r[i]-r[i+1];break;default:i=e,o=n}if(s===void 0)switch(this.getSettings_().endingEnd){case im:a=e,s=2*n-t;break;case am:a=1,s=n+r[1]-r[0];break;default:a=e-1,s=t}let c=(n-t)*.5,l=this.valueSize;this._weightPrev=c/(t-o),this._weightNext=c/(s-n),this._offsetPrev=i*l,this._offsetNext=a*l}interpolate_(e,t,n,r){let i=this.resultBuffer,a=this.sampleValues,o=this.valueSize,s=e*o,c=s-o,l=this._offsetPrev,u=this._offsetNext,d=this._weightPrev,f=this._weightNext,p=(n-t)/(r-t),m=p*p,h=m*p,g=-d*h+2*d*m-d*p,_=(1+d)*h+(-1.5-2*d)*m+(-.5+d)*p+1,v=(-1-f)*h+(1.5+f)*m+.5*p,y=f*h-f*m;for(let e=0;e!==o;++e)i[e]=g*a[l+e]+_*a[c+e]+v*a[s+e]+y*a[u+e];return i}},Ev=class extends wv{constructor(e,t,n,r){super(e,t,n,r)}interpolate_(e,t,n,r){let i=this.resultBuffer,a=this.sampleValues,o=this.valueSize,s=e*o,c=s-o,l=(n-t)/(r-t),u=1-l;for(let e=0;e!==o;++e)i[e]=a[c+e]*u+a[s+e]*l;return i}},Dv=class extends wv{constructor(e,t,n,r){super(e,t,n,r)}interpolate_(e){return this.copySampleValue_(e-1)}},Ov=class extends wv{interpolate_(e,t,n,r){let i=this.resultBuffer,a=this.sampleValues,o=this.valueSize,s=e*o,c=s-o,l=this.inTangents,u=this.outTangents;if(!l||!u){let e=(n-t)/(r-t),l=1-e;for(let t=0;t!==o;++t)i[t]=a[c+t]*l+a[s+t]*e;return i}let d=o*2,f=e-1;for(let p=0;p!==o;++p){let o=a[c+p],m=a[s+p],h=f*d+p*2,g=u[h],_=u[h+1],v=e*d+p*2,y=l[v],b=l[v+1],x=jv(n,t,g,y,r);i[p]=kv(x,o,_,b,m)}return i}};function kv(e,t,n,r,i){let a=1-e;return a*a*a*t+3*a*a*e*n+3*a*e*e*r+e*e*e*i}function Av(e,t,n,r,i){let a=1-e;return 3*a*a*(n-t)+6*a*e*(r-n)+3*e*e*(i-r)}function jv(e,t,n,r,i){let a=(e-t)/(i-t);for(let o=0;o<8;o++){let o=kv(a,t,n,r,i)-e;if(Math.abs(o)<1e-10)break;let s=Av(a,t,n,r,i);if(Math.abs(s)<1e-10)break;a=Math.max(0,Math.min(1,a-o/s))}return a}var Mv=class{constructor(e,t,n,r){if(e===void 0)throw Error(`THREE.KeyframeTrack: track name is undefined`);if(t===void 0||t.length===0)throw Error(`THREE.KeyframeTrack: no keyframes in track named `+e);this.name=e,this.times=Sv(t,this.TimeBufferType),this.values=Sv(n,this.ValueBufferType),this.setInterpolation(r||this.DefaultInterpolation)}static toJSON(e){let t=e.constructor,n;if(t.toJSON!==this.toJSON)n=t.toJSON(e);else{n={name:e.name,times:Sv(e.times,Array),values:Sv(e.values,Array)};let t=e.getInterpolation();t!==e.DefaultInterpolation&&(n.interpolation=t),Cv(e.settings)&&(n.settings={inTangents:Sv(e.settings.inTangents,Array),outTangents:Sv(e.settings.outTangents,Array)})}return n.type=e.ValueTypeName,n}InterpolantFactoryMethodDiscrete(e){return new Dv(this.times,this.values,this.getValueSize(),e)}InterpolantFactoryMethodLinear(e){return new Ev(this.times,this.values,this.getValueSize(),e)}InterpolantFactoryMethodSmooth(e){return new Tv(this.times,this.values,this.getValueSize(),e)}InterpolantFactoryMethodBezier(e){let t=new Ov(this.times,this.values,this.getValueSize(),e);return this.settings&&(t.inTangents=this.settings.inTangents,t.outTangents=this.settings.outTangents),t}setInterpolation(e){let t;switch(e){case $p:t=this.InterpolantFactoryMethodDiscrete;break;case em:t=this.InterpolantFactoryMethodLinear;break;case tm:t=this.InterpolantFactoryMethodSmooth;break;case nm:t=this.InterpolantFactoryMethodBezier}if(t===void 0){let t=`unsupported interpolation for `+this.ValueTypeName+` keyframe track named `+this.name;if(this.createInterpolant===void 0){if(e!==this.DefaultInterpolation)this.setInterpolation(this.DefaultInterpolation);else throw Error(t)}return V(`KeyframeTrack:`,t),this}return this.createInterpolant=t,this}getInterpolation(){switch(this.createInterpolant){case this.InterpolantFactoryMethodDiscrete:return $p;case this.InterpolantFactoryMethodLinear:return em;case this.InterpolantFactoryMethodSmooth:return tm;case this.InterpolantFactoryMethodBezier:return nm}}getValueSize(){return this.values.length/this.times.length}shift(e){if(e!==0){let t=this.times;for(let n=0,r=t.length;n!==r;++n)t[n]+=e;Cv(this.settings)&&(Nv(this.settings.inTangents,e),Nv(this.settings.outTangents,e))}return this}scale(e){if(e!==1){let t=this.times;for(let n=0,r=t.length;n!==r;++n)t[n]*=e;Cv(this.settings)&&(Pv(this.settings.inTangents,e),Pv(this.settings.outTangents,e))}return this}trim(e,t){let n=this.times,r=n.length,i=0,a=r-1;for(;i!==r&&n[i]<e;)++i;for(;a!==-1&&n[a]>t;)--a;if(++a,i!==0||a!==r){i>=a&&(a=Math.max(a,1),i=a-1);let e=this.getValueSize();this.times=n.slice(i,a),this.values=this.values.slice(i*e,a*e)}return this}validate(){let e=!0,t=this.getValueSize();t-Math.floor(t)!==0&&(H(`KeyframeTrack: Invalid value size in track.`,this),e=!1);let n=this.times,r=this.values,i=n.length;i===0&&(H(`KeyframeTrack: Track is empty.`,this),e=!1);let a=null;for(let t=0;t!==i;t++){let r=n[t];if(typeof r==`number`&&isNaN(r)){H(`KeyframeTrack: Time is not a valid number.`,this,t,r),e=!1;break}if(a!==null&&a>r){H(`KeyframeTrack: Out of order keys.`,this,t,r,a),e=!1;break}a=r}if(r!==void 0&&gm(r))for(let t=0,n=r.length;t!==n;++t){let n=r[t];if(isNaN(n)){H(`KeyframeTrack: Value is not a valid number.`,this,t,n),e=!1;break}}return e}optimize(){let e=this.times.slice(),t=this.values.slice(),n=this.getValueSize(),r=this.getInterpolation()===tm,i=e.length-1,a=1;for(let o=1;o<i;++o){let i=!1,s=e[o];if(s!==e[o+1]&&(o!==1||s!==e[0])){if(r)i=!0;else{let e=o*n,r=e-n,a=e+n;for(let o=0;o!==n;++o){let n=t[e+o];if(n!==t[r+o]||n!==t[a+o]){i=!0;break}}}}if(i){if(o!==a){e[a]=e[o];let r=o*n,i=a*n;for(let e=0;e!==n;++e)t[i+e]=t[r+e]}++a}}if(i>0){e[a]=e[i];for(let e=i*n,r=a*n,o=0;o!==n;++o)t[r+o]=t[e+o];++a}return a===e.length?(this.times=e,this.values=t):(this.times=e.slice(0,a),this.values=t.slice(0,a*n)),this}clone(){let e=this.times.slice(),t=this.values.slice(),n=this.constructor,r=new n(this.name,e,t);return r.createInterpolant=this.createInterpolant,Cv(this.settings)&&(r.settings={inTangents:this.settings.inTangents.slice(),outTangents:this.settings.outTangents.slice()}),r}};function Nv(e,t){for(let n=0,r=e.length;n!==r;n+=2)e[n]+=t}function Pv(e,t){for(let n=0,r=e.length;n!==r;n+=2)e[n]*=t}Mv.prototype.ValueTypeName=``,Mv.prototype.TimeBufferType=Float32Array,Mv.prototype.ValueBufferType=Float32Array,Mv.prototype.DefaultInterpolation=em;var Fv=class extends Mv{constructor(e,t,n){super(e,t,n)}};Fv.prototype.ValueTypeName=`bool`,Fv.prototype.ValueBufferType=Array,Fv.prototype.DefaultInterpolation=$p,Fv.prototype.InterpolantFactoryMethodLinear=void 0,Fv.prototype.InterpolantFactoryMethodSmooth=void 0;var Iv=class extends Mv{constructor(e,t,n,r){super(e,t,n,r)}};Iv.prototype.ValueTypeName=`color`;var Lv=class extends Mv{constructor(e,t,n,r){super(e,t,n,r)}};Lv.prototype.ValueTypeName=`number`;var Rv=class extends wv{constructor(e,t,n,r){super(e,t,n,r)}interpolate_(e,t,n,r){let i=this.resultBuffer,a=this.sampleValues,o=this.valueSize,s=(n-t)/(r-t),c=e*o;for(let e=c+o;c!==e;c+=4)$m.slerpFlat(i,0,a,c-o,a,c,s);return i}},zv=class extends Mv{constructor(e,t,n,r){super(e,t,n,r)}InterpolantFactoryMethodLinear(e){return new Rv(this.times,this.values,this.getValueSize(),e)}};zv.prototype.ValueTypeName=`quaternion`,zv.prototype.InterpolantFactoryMethodSmooth=void 0;var Bv=class extends Mv{constructor(e,t,n){super(e,t,n)}};Bv.prototype.ValueTypeName=`string`,Bv.prototype.ValueBufferType=Array,Bv.prototype.DefaultInterpolation=$p,Bv.prototype.InterpolantFactoryMethodLinear=void 0,Bv.prototype.InterpolantFactoryMethodSmooth=void 0;var Vv=class extends Mv{constructor(e,t,n,r){super(e,t,n,r)}};Vv.prototype.ValueTypeName=`vector`;var Hv=class extends qh{static registerNode(e){this.prototype._lightNode=e}constructor(e,t=1){super(),this.isLight=!0,this.type=`Light`,this.color=new Y(e),this.intensity=t}copy(e,t){return super.copy(e,t),this.color.copy(e.color),this.intensity=e.intensity,this}toJSON(e){let t=super.toJSON(e);return t.object.color=this.color.getHex(),t.object.intensity=this.intensity,t}},Uv=class extends Hv{constructor(e,t,n){super(e,n),this.isHemisphereLight=!0,this.type=`HemisphereLight`,this.position.copy(qh.DEFAULT_UP),this.updateMatrix(),this.groundColor=new Y(t)}copy(e,t){return super.copy(e,t),this.groundColor.copy(e.groundColor),this}toJSON(e){let t=super.toJSON(e);return t.object.groundColor=this.groundColor.getHex(),t}},Wv=new J,Gv=new G,Kv=new G,qv=class{constructor(e){this.camera=e,this.intensity=1,this.bias=0,this.biasNode=null,this.normalBias=0,this.radius=1,this.blurSamples=8,this.mapSize=new W(512,512),this.mapType=Jf,this.map=null,this.mapPass=null,this.matrix=new J,this.autoUpdate=!0,this.needsUpdate=!1,this._frustum=new A_,this._frameExtents=new W(1,1),this._viewportCount=1,this._viewports=[new gh(0,0,1,1)]}getViewportCount(){return this._viewportCount}getCamera(){return this.camera}getFrustum(){return this._frustum}updateMatrices(e){let t=this.camera;Gv.setFromMatrixPosition(e.matrixWorld),t.position.copy(Gv),Kv.setFromMatrixPosition(e.target.matrixWorld),t.lookAt(Kv),t.updateMatrixWorld(),this._updateMatrix(t,this.matrix,this._frustum)}_updateMatrix(e,t,n,r){Wv.multiplyMatrices(e.projectionMatrix,e.matrixWorldInverse),n.setFromProjectionMatrix(Wv,e.coordinateSystem,e.reversedDepth);let i=this._frameExtents,a=r?r.z/i.x:1,o=r?r.w/i.y:1,s=r?r.x/i.x:0,c=r?r.y/i.y:0;e.coordinateSystem===2001||e.reversedDepth?t.set(.5*a,0,0,.5*a+s,0,.5*o,0,.5*o+c,0,0,1,0,0,0,0,1):t.set(.5*a,0,0,.5*a+s,0,.5*o,0,.5*o+c,0,0,.5,.5,0,0,0,1),t.multiply(Wv)}getViewport(e){return this._viewports[e]}getFrameExtents(){return this._frameExtents}dispose(){this.map&&this.map.dispose(),this.mapPass&&this.mapPass.dispose()}copy(e){return this.camera=e.camera.clone(),this.intensity=e.intensity,this.bias=e.bias,this.radius=e.radius,this.autoUpdate=e.autoUpdate,this.needsUpdate=e.needsUpdate,this.normalBias=e.normalBias,this.blurSamples=e.blurSamples,this.mapSize.copy(e.mapSize),this.mapType=e.mapType,this.biasNode=e.biasNode,this}clone(){return new this.constructor().copy(this)}toJSON(){let e={};return e.intensity=this.intensity,e.bias=this.bias,e.normalBias=this.normalBias,e.radius=this.radius,e.blurSamples=this.blurSamples,e.mapSize=this.mapSize.toArray(),e.mapType=this.mapType,e.camera=this.camera.toJSON(!1).object,delete e.camera.matrix,e}},Jv=new G,Yv=new $m,Xv=new G,Zv=class extends qh{constructor(){super(),this.isCamera=!0,this.type=`Camera`,this.matrixWorldInverse=new J,this.projectionMatrix=new J,this.projectionMatrixInverse=new J,this.coordinateSystem=mm,this._reversedDepth=!1}get reversedDepth(){return this._reversedDepth}copy(e,t){return super.copy(e,t),this.matrixWorldInverse.copy(e.matrixWorldInverse),this.projectionMatrix.copy(e.projectionMatrix),this.projectionMatrixInverse.copy(e.projectionMatrixInverse),this.coordinateSystem=e.coordinateSystem,this}getWorldDirection(e){return super.getWorldDirection(e).negate()}updateMatrixWorld(e){super.updateMatrixWorld(e),this.matrixWorld.decompose(Jv,Yv,Xv),Xv.x===1&&Xv.y===1&&Xv.z===1?this.matrixWorldInverse.copy(this.matrixWorld).invert():this.matrixWorldInverse.compose(Jv,Yv,Xv.set(1,1,1)).invert()}updateWorldMatrix(e,t,n=!1){super.updateWorldMatrix(e,t,n),this.matrixWorld.decompose(Jv,Yv,Xv),Xv.x===1&&Xv.y===1&&Xv.z===1?this.matrixWorldInverse.copy(this.matrixWorld).invert():this.matrixWorldInverse.compose(Jv,Yv,Xv.set(1,1,1)).invert()}clone(){return new this.constructor().copy(this)}},Qv=new G,$v=new W,ey=new W,ty=class extends Zv{constructor(e=50,t=1,n=.1,r=2e3){super(),this.isPerspectiveCamera=!0,this.type=`PerspectiveCamera`,this.fov=e,this.zoom=1,this.near=n,this.far=r,this.focus=10,this.aspect=t,this.view=null,this.filmGauge=35,this.filmOffset=0,this.updateProjectionMatrix()}copy(e,t){return super.copy(e,t),this.fov=e.fov,this.zoom=e.zoom,this.near=e.near,this.far=e.far,this.focus=e.focus,this.aspect=e.aspect,this.view=e.view===null?null:Object.assign({},e.view),this.filmGauge=e.filmGauge,this.filmOffset=e.filmOffset,this}setFocalLength(e){let t=.5*this.getFilmHeight()/e;this.fov=km*2*Math.atan(t),this.updateProjectionMatrix()}getFocalLength(){let e=Math.tan(Om*.5*this.fov);return .5*this.getFilmHeight()/e}getEffectiveFOV(){return km*2*Math.atan(Math.tan(Om*.5*this.fov)/this.zoom)}getFilmWidth(){return this.filmGauge*Math.min(this.aspect,1)}getFilmHeight(){return this.filmGauge/Math.max(this.aspect,1)}getViewBounds(e,t,n){Qv.set(-1,-1,.5).applyMatrix4(this.projectionMatrixInverse),t.set(Qv.x,Qv.y).multiplyScalar(-e/Qv.z),Qv.set(1,1,.5).applyMatrix4(this.projectionMatrixInverse),n.set(Qv.x,Qv.y).multiplyScalar(-e/Qv.z)}getViewSize(e,t){return this.getViewBounds(e,$v,ey),t.subVectors(ey,$v)}setViewOffset(e,t,n,r,i,a){this.aspect=e/t,this.view===null&&(this.view={enabled:!0,fullWidth:1,fullHeight:1,offsetX:0,offsetY:0,width:1,height:1}),this.view.enabled=!0,this.view.fullWidth=e,this.view.fullHeight=t,this.view.offsetX=n,this.view.offsetY=r,this.view.width=i,this.view.height=a,this.updateProjectionMatrix()}clearViewOffset(){this.view!==null&&(this.view.enabled=!1),this.updateProjectionMatrix()}updateProjectionMatrix(){let e=this.near,t=e*Math.tan(Om*.5*this.fov)/this.zoom,n=2*t,r=this.aspect*n,i=-.5*r,a=this.view;if(this.view!==null&&this.view.enabled){let e=a.fullWidth,o=a.fullHeight;i+=a.offsetX*r/e,t-=a.offsetY*n/o,r*=a.width/e,n*=a.height/o}let o=this.filmOffset;o!==0&&(i+=e*o/this.getFilmWidth()),this.projectionMatrix.makePerspective(i,i+r,t,t-n,e,this.far,this.coordinateSystem,this.reversedDepth),this.projectionMatrixInverse.copy(this.projectionMatrix).invert()}toJSON(e){let t=super.toJSON(e);return t.object.fov=this.fov,t.object.zoom=this.zoom,t.object.near=this.near,t.object.far=this.far,t.object.focus=this.focus,t.object.aspect=this.aspect,this.view!==null&&(t.object.view=Object.assign({},this.view)),t.object.filmGauge=this.filmGauge,t.object.filmOffset=this.filmOffset,t}},ny=class extends Zv{constructor(e=-1,t=1,n=1,r=-1,i=.1,a=2e3){super(),this.isOrthographicCamera=!0,this.type=`OrthographicCamera`,this.zoom=1,this.view=null,this.left=e,this.right=t,this.top=n,this.bottom=r,this.near=i,this.far=a,this.updateProjectionMatrix()}copy(e,t){return super.copy(e,t),this.left=e.left,this.right=e.right,this.top=e.top,this.bottom=e.bottom,this.near=e.near,this.far=e.far,this.zoom=e.zoom,this.view=e.view===null?null:Object.assign({},e.view),this}setViewOffset(e,t,n,r,i,a){this.view===null&&(this.view={enabled:!0,fullWidth:1,fullHeight:1,offsetX:0,offsetY:0,width:1,height:1}),this.view.enabled=!0,this.view.fullWidth=e,this.view.fullHeight=t,this.view.offsetX=n,this.view.offsetY=r,this.view.width=i,this.view.height=a,this.updateProjectionMatrix()}clearViewOffset(){this.view!==null&&(this.view.enabled=!1),this.updateProjectionMatrix()}updateProjectionMatrix(){let e=(this.right-this.left)/(2*this.zoom),t=(this.top-this.bottom)/(2*this.zoom),n=(this.right+this.left)/2,r=(this.top+this.bottom)/2,i=n-e,a=n+e,o=r+t,s=r-t;if(this.view!==null&&this.view.enabled){let e=(this.right-this.left)/this.view.fullWidth/this.zoom,t=(this.top-this.bottom)/this.view.fullHeight/this.zoom;i+=e*this.view.offsetX,a=i+e*this.view.width,o-=t*this.view.offsetY,s=o-t*this.view.height}this.projectionMatrix.makeOrthographic(i,a,o,s,this.near,this.far,this.coordinateSystem,this.reversedDepth),this.projectionMatrixInverse.copy(this.projectionMatrix).invert()}toJSON(e){let t=super.toJSON(e);return t.object.zoom=this.zoom,t.object.left=this.left,t.object.right=this.right,t.object.top=this.top,t.object.bottom=this.bottom,t.object.near=this.near,t.object.far=this.far,this.view!==null&&(t.object.view=Object.assign({},this.view)),t}},ry=class extends qv{constructor(){super(new ny(-5,5,5,-5,.5,500)),this.isDirectionalLightShadow=!0}},iy=class extends Hv{constructor(e,t){super(e,t),this.isDirectionalLight=!0,this.type=`DirectionalLight`,this.position.copy(qh.DEFAULT_UP),this.updateMatrix(),this.target=new qh,this.shadow=new ry}dispose(){super.dispose(),this.shadow.dispose()}copy(e){return super.copy(e),this.target=e.target.clone(),this.shadow=e.shadow.clone(),this}toJSON(e){let t=super.toJSON(e);return t.object.shadow=this.shadow.toJSON(),t.object.target=this.target.uuid,t}},ay=class extends Yg{constructor(){super(),this.isInstancedBufferGeometry=!0,this.type=`InstancedBufferGeometry`,this.instanceCount=1/0}copy(e){return super.copy(e),this.instanceCount=e.instanceCount,this}toJSON(){let e=super.toJSON();return e.instanceCount=this.instanceCount,e.isInstancedBufferGeometry=!0,e}},oy=-90,sy=1,cy=class extends qh{constructor(e,t,n){super(),this.type=`CubeCamera`,this.renderTarget=n,this.coordinateSystem=null,this.activeMipmapLevel=0;let r=new ty(oy,sy,e,t);r.layers=this.layers,this.add(r);let i=new ty(oy,sy,e,t);i.layers=this.layers,this.add(i);let a=new ty(oy,sy,e,t);a.layers=this.layers,this.add(a);let o=new ty(oy,sy,e,t);o.layers=this.layers,this.add(o);let s=new ty(oy,sy,e,t);s.layers=this.layers,this.add(s);let c=new ty(oy,sy,e,t);c.layers=this.layers,this.add(c)}updateCoordinateSystem(){let e=this.coordinateSystem,t=this.children.concat(),[n,r,i,a,o,s]=t;for(let e of t)this.remove(e);if(e===2e3)n.up.set(0,1,0),n.lookAt(1,0,0),r.up.set(0,1,0),r.lookAt(-1,0,0),i.up.set(0,0,-1),i.lookAt(0,1,0),a.up.set(0,0,1),a.lookAt(0,-1,0),o.up.set(0,1,0),o.lookAt(0,0,1),s.up.set(0,1,0),s.lookAt(0,0,-1);else if(e===2001)n.up.set(0,-1,0),n.lookAt(-1,0,0),r.up.set(0,-1,0),r.lookAt(1,0,0),i.up.set(0,0,1),i.lookAt(0,1,0),a.up.set(0,0,-1),a.lookAt(0,-1,0),o.up.set(0,-1,0),o.lookAt(0,0,1),s.up.set(0,-1,0),s.lookAt(0,0,-1);else throw Error(`THREE.CubeCamera.updateCoordinateSystem(): Invalid coordinate system: `+e);for(let e of t)this.add(e),e.updateMatrixWorld()}update(e,t){this.parent===null&&this.updateMatrixWorld();let{renderTarget:n,activeMipmapLevel:r}=this;this.coordinateSystem!==e.coordinateSystem&&(this.coordinateSystem=e.coordinateSystem,this.updateCoordinateSystem());let[i,a,o,s,c,l]=this.children,u=e.getRenderTarget(),d=e.getActiveCubeFace(),f=e.getActiveMipmapLevel(),p=e.xr.enabled;e.xr.enabled=!1;let m=n.texture.mipmapsAutoUpdate;n.texture.mipmapsAutoUpdate=!1;let h=!1;h=e.isWebGLRenderer===!0?e.state.buffers.depth.getReversed():e.reversedDepthBuffer,e.setRenderTarget(n,0,r),h&&e.autoClear===!1&&e.clearDepth(),e.render(t,i),e.setRenderTarget(n,1,r),h&&e.autoClear===!1&&e.clearDepth(),e.render(t,a),e.setRenderTarget(n,2,r),h&&e.autoClear===!1&&e.clearDepth(),e.render(t,o),e.setRenderTarget(n,3,r),h&&e.autoClear===!1&&e.clearDepth(),e.render(t,s),e.setRenderTarget(n,4,r),h&&e.autoClear===!1&&e.clearDepth(),e.render(t,c),n.texture.mipmapsAutoUpdate=m,e.setRenderTarget(n,5,r),h&&e.autoClear===!1&&e.clearDepth(),e.render(t,l),e.setRenderTarget(u,d,f),e.xr.enabled=p,n.texture.needsPMREMUpdate=!0}},ly=class extends ty{constructor(e=[]){super(),this.isArrayCamera=!0,this.isMultiViewCamera=!1,this.cameras=e,this.perCameraFrustumCulled=!1}},uy=`\\[\\]\\.:\\/`,dy=RegExp(`[\\[\\]\\.:\\/]`,`g`),fy=`[^\\[\\]\\.:\\/]`,py=`[^`+uy.replace(`\\.`,``)+`]`,my=`((?:WC+[\\/:])*)`.replace(`WC`,fy),hy=`(WCOD+)?`.replace(`WCOD`,py),gy=`(?:\\.(WC+)(?:\\[(.+)\\])?)?`.replace(`WC`,fy),_y=`\\.(WC+)(?:\\[(.+)\\])?`.replace(`WC`,fy),vy=RegExp(`^`+my+hy+gy+_y+`$`),yy=[`material`,`materials`,`bones`,`map`],by=class{constructor(e,t,n){let r=n||xy.parseTrackName(t);this._targetGroup=e,this._bindings=e.subscribe_(t,r)}getValue(e,t){this.bind();let n=this._targetGroup.nCachedObjects_,r=this._bindings[n];r!==void 0&&r.getValue(e,t)}setValue(e,t){let n=this._bindings;for(let r=this._targetGroup.nCachedObjects_,i=n.length;r!==i;++r)n[r].setValue(e,t)}bind(){let e=this._bindings;for(let t=this._targetGroup.nCachedObjects_,n=e.length;t!==n;++t)e[t].bind()}unbind(){let e=this._bindings;for(let t=this._targetGroup.nCachedObjects_,n=e.length;t!==n;++t)e[t].unbind()}},xy=class e{constructor(t,n,r){this.path=n,this.parsedPath=r||e.parseTrackName(n),this.node=e.findNode(t,this.parsedPath.nodeName),this.rootNode=t,this.getValue=this._getValue_unbound,this.setValue=this._setValue_unbound}static create(t,n,r){return t&&t.isAnimationObjectGroup?new e.Composite(t,n,r):new e(t,n,r)}static sanitizeNodeName(e){return e.replace(/\s/g,`_`).replace(dy,``)}static parseTrackName(e){let t=vy.exec(e);if(t===null)throw Error(`THREE.PropertyBinding: Cannot parse trackName: `+e);let n={nodeName:t[2],objectName:t[3],objectIndex:t[4],propertyName:t[5],propertyIndex:t[6]},r=n.nodeName&&n.nodeName.lastIndexOf(`.`);if(r!==void 0&&r!==-1){let e=n.nodeName.substring(r+1);yy.indexOf(e)!==-1&&(n.nodeName=n.nodeName.substring(0,r),n.objectName=e)}if(n.propertyName===null||n.propertyName.length===0)throw Error(`THREE.PropertyBinding: can not parse propertyName from trackName: `+e);return n}static findNode(e,t){if(t===void 0||t===``||t===`.`||t===-1||t===e.name||t===e.uuid)return e;if(e.skeleton){let n=e.skeleton.getBoneByName(t);if(n!==void 0)return n}if(e.children){let n=function(e){for(let r=0;r<e.length;r++){let i=e[r];if(i.name===t||i.uuid===t)return i;let a=n(i.children);if(a)return a}return null},r=n(e.children);if(r)return r}return null}_getValue_unavailable(){}_setValue_unavailable(){}_getValue_direct(e,t){e[t]=this.targetObject[this.propertyName]}_getValue_array(e,t){let n=this.resolvedProperty;for(let r=0,i=n.length;r!==i;++r)e[t++]=n[r]}_getValue_arrayElement(e,t){e[t]=this.resolvedProperty[this.propertyIndex]}_getValue_toArray(e,t){this.resolvedProperty.toArray(e,t)}_setValue_direct(e,t){this.targetObject[this.propertyName]=e[t]}_setValue_direct_setNeedsUpdate(e,t){this.targetObject[this.propertyName]=e[t],this.targetObject.needsUpdate=!0}_setValue_direct_setMatrixWorldNeedsUpdate(e,t){this.targetObject[this.propertyName]=e[t],this.targetObject.matrixWorldNeedsUpdate=!0}_setValue_array(e,t){let n=this.resolvedProperty;for(let r=0,i=n.length;r!==i;++r)n[r]=e[t++]}_setValue_array_setNeedsUpdate(e,t){let n=this.resolvedProperty;for(let r=0,i=n.length;r!==i;++r)n[r]=e[t++];this.targetObject.needsUpdate=!0}_setValue_array_setMatrixWorldNeedsUpdate(e,t){let n=this.resolvedProperty;for(let r=0,i=n.length;r!==i;++r)n[r]=e[t++];this.targetObject.matrixWorldNeedsUpdate=!0}_setValue_arrayElement(e,t){this.resolvedProperty[this.propertyIndex]=e[t]}_setValue_arrayElement_setNeedsUpdate(e,t){this.resolvedProperty[this.propertyIndex]=e[t],this.targetObject.needsUpdate=!0}_setValue_arrayElement_setMatrixWorldNeedsUpdate(e,t){this.resolvedProperty[this.propertyIndex]=e[t],this.targetObject.matrixWorldNeedsUpdate=!0}_setValue_fromArray(e,t){this.resolvedProperty.fromArray(e,t)}_setValue_fromArray_setNeedsUpdate(e,t){this.resolvedProperty.fromArray(e,t),this.targetObject.needsUpdate=!0}_setValue_fromArray_setMatrixWorldNeedsUpdate(e,t){this.resolvedProperty.fromArray(e,t),this.targetObject.matrixWorldNeedsUpdate=!0}_getValue_unbound(e,t){this.bind(),this.getValue(e,t)}_setValue_unbound(e,t){this.bind(),this.setValue(e,t)}bind(){let t=this.node,n=this.parsedPath,r=n.objectName,i=n.propertyName,a=n.propertyIndex;if(t||(t=e.findNode(this.rootNode,n.nodeName),this.node=t),this.getValue=this._getValue_unavailable,this.setValue=this._setValue_unavailable,!t){V(`PropertyBinding: No target node found for track: `+this.path+`.`);return}if(r){let e=n.objectIndex;switch(r){case`materials`:if(!t.material){H(`PropertyBinding: Can not bind to material as node does not have a material.`,this);return}if(!t.material.materials){H(`PropertyBinding: Can not bind to material.materials as node.material does not have a materials array.`,this);return}t=t.material.materials;break;case`bones`:if(!t.skeleton){H(`PropertyBinding: Can not bind to bones as node does not have a skeleton.`,this);return}t=t.skeleton.bones;for(let n=0;n<t.length;n++)if(t[n].name===e){e=n;break}break;case`map`:if(`map`in t){t=t.map;break}if(!t.material){H(`PropertyBinding: Can not bind to material as node does not have a material.`,this);return}if(!t.material.map){H(`PropertyBinding: Can not bind to material.map as node.material does not have a map.`,this);return}t=t.material.map;break;default:if(t[r]===void 0){H(`PropertyBinding: Can not bind to objectName of node undefined.`,this);return}t=t[r]}if(e!==void 0){if(t[e]===void 0){H(`PropertyBinding: Trying to bind to objectIndex of objectName, but is undefined.`,this,t);return}t=t[e]}}let o=t[i];if(o===void 0){let e=n.nodeName;H(`PropertyBinding: Trying to update property for track: `+e+`.`+i+` but it wasn't found.`,t);return}let s=this.Versioning.None;this.targetObject=t,t.isMaterial===!0?s=this.Versioning.NeedsUpdate:t.isObject3D===!0&&(s=this.Versioning.MatrixWorldNeedsUpdate);let c=this.BindingType.Direct;if(a!==void 0){if(i===`morphTargetInfluences`){if(!t.geometry){H(`PropertyBinding: Can not bind to morphTargetInfluences because node does not have a geometry.`,this);return}if(!t.geometry.morphAttributes){H(`PropertyBinding: Can not bind to morphTargetInfluences because node does not have a geometry.morphAttributes.`,this);return}t.morphTargetDictionary[a]!==void 0&&(a=t.morphTargetDictionary[a])}c=this.BindingType.ArrayElement,this.resolvedProperty=o,this.propertyIndex=a}else o.fromArray!==void 0&&o.toArray!==void 0?(c=this.BindingType.HasFromToArray,this.resolvedProperty=o):Array.isArray(o)?(c=this.BindingType.EntireArray,this.resolvedProperty=o):this.propertyName=i;this.getValue=this.GetterByBindingType[c],this.setValue=this.SetterByBindingTypeAndVersioning[c][s]}unbind(){this.node=null,this.getValue=this._getValue_unbound,this.setValue=this._setValue_unbound}};xy.Composite=by,xy.prototype.BindingType={Direct:0,EntireArray:1,ArrayElement:2,HasFromToArray:3},xy.prototype.Versioning={None:0,NeedsUpdate:1,MatrixWorldNeedsUpdate:2},xy.prototype.GetterByBindingType=[xy.prototype._getValue_direct,xy.prototype._getValue_array,xy.prototype._getValue_arrayElement,xy.prototype._getValue_toArray],xy.prototype.SetterByBindingTypeAndVersioning=[[xy.prototype._setValue_direct,xy.prototype._setValue_direct_setNeedsUpdate,xy.prototype._setValue_direct_setMatrixWorldNeedsUpdate],[xy.prototype._setValue_array,xy.prototype._setValue_array_setNeedsUpdate,xy.prototype._setValue_array_setMatrixWorldNeedsUpdate],[xy.prototype._setValue_arrayElement,xy.prototype._setValue_arrayElement_setNeedsUpdate,xy.prototype._setValue_arrayElement_setMatrixWorldNeedsUpdate],[xy.prototype._setValue_fromArray,xy.prototype._setValue_fromArray_setNeedsUpdate,xy.prototype._setValue_fromArray_setMatrixWorldNeedsUpdate]];var Sy=class extends Xg{constructor(e,t,n=1){super(e,t),this.isInstancedInterleavedBuffer=!0,this.meshPerAttribute=n}copy(e){return super.copy(e),this.meshPerAttribute=e.meshPerAttribute,this}clone(e){let t=super.clone(e);return t.meshPerAttribute=this.meshPerAttribute,t}toJSON(e){let t=super.toJSON(e);return t.isInstancedInterleavedBuffer=!0,t.meshPerAttribute=this.meshPerAttribute,t}};(class{static{this.prototype.isMatrix2=!0}constructor(e,t,n,r){this.elements=[1,0,0,1],e!==void 0&&this.set(e,t,n,r)}identity(){return this.set(1,0,0,1),this}fromArray(e,t=0){for(let n=0;n<4;n++)this.elements[n]=e[n+t];return this}set(e,t,n,r){let i=this.elements;return i[0]=e,i[2]=t,i[1]=n,i[3]=r,this}});var Cy=new G,wy=new G,Ty=new G,Ey=new G,Dy=new G,Oy=new G,ky=new G,Ay=class{constructor(e=new G,t=new G){this.start=e,this.end=t}set(e,t){return this.start.copy(e),this.end.copy(t),this}copy(e){return this.start.copy(e.start),this.end.copy(e.end),this}getCenter(e){return e.addVectors(this.start,this.end).multiplyScalar(.5)}delta(e){return e.subVectors(this.end,this.start)}distanceSq(){return this.start.distanceToSquared(this.end)}distance(){return this.start.distanceTo(this.end)}at(e,t){return this.delta(t).multiplyScalar(e).add(this.start)}closestPointToPointParameter(e,t){Cy.subVectors(e,this.start),wy.subVectors(this.end,this.start);let n=wy.dot(wy);if(n===0)return 0;let r=wy.dot(Cy)/n;return t&&(r=U(r,0,1)),r}closestPointToPoint(e,t,n){let r=this.closestPointToPointParameter(e,t);return this.delta(n).multiplyScalar(r).add(this.start)}distanceSqToLine3(e,t=Oy,n=ky){let r=1e-8*1e-8,i,a,o=this.start,s=e.start,c=this.end,l=e.end;Ty.subVectors(c,o),Ey.subVectors(l,s),Dy.subVectors(o,s);let u=Ty.dot(Ty),d=Ey.dot(Ey),f=Ey.dot(Dy);if(u<=r&&d<=r)return t.copy(o),n.copy(s),t.distanceToSquared(n);if(u<=r)i=0,a=f/d,a=U(a,0,1);else{let e=Ty.dot(Dy);if(d<=r)a=0,i=U(-e/u,0,1);else{let t=Ty.dot(Ey),n=u*d-t*t;i=n===0?0:U((t*f-e*d)/n,0,1),a=(t*i+f)/d,a<0?(a=0,i=U(-e/u,0,1)):a>1&&(a=1,i=U((t-e)/u,0,1))}}return t.copy(o).addScaledVector(Ty,i),n.copy(s).addScaledVector(Ey,a),t.distanceToSquared(n)}applyMatrix4(e){return this.start.applyMatrix4(e),this.end.applyMatrix4(e),this}equals(e){return e.start.equals(this.start)&&e.end.equals(this.end)}clone(){return new this.constructor().copy(this)}};function jy(e,t,n,r){let i=My(r);switch(n){case sp:return e*t;case fp:return e*t/i.components*i.byteLength;case pp:return e*t/i.components*i.byteLength;case mp:return e*t*2/i.components*i.byteLength;case hp:return e*t*2/i.components*i.byteLength;case cp:return e*t*3/i.components*i.byteLength;case lp:return e*t*4/i.components*i.byteLength;case gp:return e*t*4/i.components*i.byteLength;case _p:case vp:return Math.floor((e+3)/4)*Math.floor((t+3)/4)*8;case yp:case bp:return Math.floor((e+3)/4)*Math.floor((t+3)/4)*16;case Sp:case wp:return Math.max(e,16)*Math.max(t,8)/4;case xp:case Cp:return Math.max(e,8)*Math.max(t,8)/2;case Tp:case Ep:case Op:case kp:return Math.floor((e+3)/4)*Math.floor((t+3)/4)*8;case Dp:case Ap:case jp:return Math.floor((e+3)/4)*Math.floor((t+3)/4)*16;case Mp:return Math.floor((e+3)/4)*Math.floor((t+3)/4)*16;case Np:return Math.floor((e+4)/5)*Math.floor((t+3)/4)*16;case Pp:return Math.floor((e+4)/5)*Math.floor((t+4)/5)*16;case Fp:return Math.floor((e+5)/6)*Math.floor((t+4)/5)*16;case Ip:return Math.floor((e+5)/6)*Math.floor((t+5)/6)*16;case Lp:return Math.floor((e+7)/8)*Math.floor((t+4)/5)*16;case Rp:return Math.floor((e+7)/8)*Math.floor((t+5)/6)*16;case zp:return Math.floor((e+7)/8)*Math.floor((t+7)/8)*16;case Bp:return Math.floor((e+9)/10)*Math.floor((t+4)/5)*16;case Vp:return Math.floor((e+9)/10)*Math.floor((t+5)/6)*16;case Hp:return Math.floor((e+9)/10)*Math.floor((t+7)/8)*16;case Up:return Math.floor((e+9)/10)*Math.floor((t+9)/10)*16;case Wp:return Math.floor((e+11)/12)*Math.floor((t+9)/10)*16;case Gp:return Math.floor((e+11)/12)*Math.floor((t+11)/12)*16;case Kp:case qp:case Jp:return Math.ceil(e/4)*Math.ceil(t/4)*16;case Yp:case Xp:return Math.ceil(e/4)*Math.ceil(t/4)*8;case Zp:case Qp:return Math.ceil(e/4)*Math.ceil(t/4)*16}throw Error(`Unable to determine texture byte length for ${n} format.`)}function My(e){switch(e){case Jf:case Yf:return{byteLength:1,components:1};case Zf:case Xf:case tp:return{byteLength:2,components:1};case np:case rp:return{byteLength:2,components:4};case $f:case Qf:case ep:return{byteLength:4,components:1};case ap:case op:return{byteLength:4,components:3}}throw Error(`THREE.TextureUtils: Unknown texture type ${e}.`)}typeof __THREE_DEVTOOLS__<`u`&&__THREE_DEVTOOLS__.dispatchEvent(new CustomEvent(`register`,{detail:{revision:`187`}})),typeof window<`u`&&(window.__THREE__?V(`WARNING: Multiple instances of Three.js being imported.`):window.__THREE__=`187`);function Ny(){let e=null,t=!1,n=null,r=null;function i(t,a){r=e.requestAnimationFrame(i),n(t,a)}return{start:function(){t!==!0&&n!==null&&e!==null&&(r=e.requestAnimationFrame(i),t=!0)},stop:function(){e!==null&&e.cancelAnimationFrame(r),t=!1},setAnimationLoop:function(e){n=e},setContext:function(t){e=t}}}function Py(e){let t=new WeakMap;function n(t,n){let r=t.array,i=t.usage,a=r.byteLength,o=e.createBuffer();e.bindBuffer(n,o),e.bufferData(n,r,i),t.onUploadCallback();let s;if(r instanceof Float32Array)s=e.FLOAT;else if(typeof Float16Array<`u`&&r instanceof Float16Array)s=e.HALF_FLOAT;else if(r instanceof Uint16Array)s=t.isFloat16BufferAttribute?e.HALF_FLOAT:e.UNSIGNED_SHORT;else if(r instanceof Int16Array)s=e.SHORT;else if(r instanceof Uint32Array)s=e.UNSIGNED_INT;else if(r instanceof Int32Array)s=e.INT;else if(r instanceof Int8Array)s=e.BYTE;else if(r instanceof Uint8Array)s=e.UNSIGNED_BYTE;else if(r instanceof Uint8ClampedArray)s=e.UNSIGNED_BYTE;else throw Error(`THREE.WebGLAttributes: Unsupported buffer data format: `+r);return{buffer:o,type:s,bytesPerElement:r.BYTES_PER_ELEMENT,version:t.version,size:a}}function r(t,n,r){let i=n.array,a=n.updateRanges;if(e.bindBuffer(r,t),a.length===0)e.bufferSubData(r,0,i);else{a.sort((e,t)=>e.start-t.start);let t=0;for(let e=1;e<a.length;e++){let n=a[t],r=a[e];r.start<=n.start+n.count+1?n.count=Math.max(n.count,r.start+r.count-n.start):(++t,a[t]=r)}a.length=t+1;for(let t=0,n=a.length;t<n;t++){let n=a[t];e.bufferSubData(r,n.start*i.BYTES_PER_ELEMENT,i,n.start,n.count)}n.clearUpdateRanges()}n.onUploadCallback()}function i(e){return e.isInterleavedBufferAttribute&&(e=e.data),t.get(e)}function a(n){n.isInterleavedBufferAttribute&&(n=n.data);let r=t.get(n);r&&(e.deleteBuffer(r.buffer),t.delete(n))}function o(e,i){if(e.isInterleavedBufferAttribute&&(e=e.data),e.isGLBufferAttribute){let n=t.get(e);(!n||n.version<e.version)&&t.set(e,{buffer:e.buffer,type:e.type,bytesPerElement:e.elementSize,version:e.version});return}let a=t.get(e);if(a===void 0)t.set(e,n(e,i));else if(a.version<e.version){if(a.size!==e.array.byteLength)throw Error(`THREE.WebGLAttributes: The size of the buffer attribute's array buffer does not match the original size. Resizing buffer attributes is not supported.`);r(a.buffer,e,i),a.version=e.version}}return{get:i,remove:a,update:o}}var Z={alphahash_fragment:`#ifdef USE_ALPHAHASH
	if ( diffuseColor.a < getAlphaHashThreshold( vPosition ) ) discard;
#endif`,alphahash_pars_fragment:`#ifdef USE_ALPHAHASH
	const float ALPHA_HASH_SCALE = 0.05;
	float hash2D( vec2 value ) {
		return fract( 1.0e4 * sin( 17.0 * value.x + 0.1 * value.y ) * ( 0.1 + abs( sin( 13.0 * value.y + value.x ) ) ) );
	}
	float hash3D( vec3 value ) {
		return hash2D( vec2( hash2D( value.xy ), value.z ) );
	}
	float getAlphaHashThreshold( vec3 position ) {
		float maxDeriv = max(
			length( dFdx( position.xyz ) ),
			length( dFdy( position.xyz ) )
		);
		float pixScale = 1.0 / ( ALPHA_HASH_SCALE * maxDeriv );
		vec2 pixScales = vec2(
			exp2( floor( log2( pixScale ) ) ),
			exp2( ceil( log2( pixScale ) ) )
		);
		vec2 alpha = vec2(
			hash3D( floor( pixScales.x * position.xyz ) ),
			hash3D( floor( pixScales.y * position.xyz ) )
		);
		float lerpFactor = fract( log2( pixScale ) );
		float x = ( 1.0 - lerpFactor ) * alpha.x + lerpFactor * alpha.y;
		float a = min( lerpFactor, 1.0 - lerpFactor );
		vec3 cases = vec3(
			x * x / ( 2.0 * a * ( 1.0 - a ) ),
			( x - 0.5 * a ) / ( 1.0 - a ),
			1.0 - ( ( 1.0 - x ) * ( 1.0 - x ) / ( 2.0 * a * ( 1.0 - a ) ) )
		);
		float threshold = ( x < ( 1.0 - a ) )
			? ( ( x < a ) ? cases.x : cases.y )
			: cases.z;
		return clamp( threshold , 1.0e-6, 1.0 );
	}
#endif`,alphamap_fragment:`#ifdef USE_ALPHAMAP
	diffuseColor.a *= texture2D( alphaMap, vAlphaMapUv ).g;
#endif`,alphamap_pars_fragment:`#ifdef USE_ALPHAMAP
	uniform sampler2D alphaMap;
#endif`,alphatest_fragment:`#ifdef USE_ALPHATEST
	#ifdef ALPHA_TO_COVERAGE
	diffuseColor.a = smoothstep( alphaTest, alphaTest + fwidth( diffuseColor.a ), diffuseColor.a );
	if ( diffuseColor.a == 0.0 ) discard;
	#else
	if ( diffuseColor.a < alphaTest ) discard;
	#endif
#endif`,alphatest_pars_fragment:`#ifdef USE_ALPHATEST
	uniform float alphaTest;
#endif`,aomap_fragment:`#ifdef USE_AOMAP
	float ambientOcclusion = ( texture2D( aoMap, vAoMapUv ).r - 1.0 ) * aoMapIntensity + 1.0;
	reflectedLight.indirectDiffuse *= ambientOcclusion;
	#if defined( USE_CLEARCOAT ) 
		clearcoatSpecularIndirect *= ambientOcclusion;
	#endif
	#if defined( USE_SHEEN ) 
		sheenSpecularIndirect *= ambientOcclusion;
	#endif
	#if defined( USE_ENVMAP ) && defined( STANDARD )
		float dotNV = saturate( dot( geometryNormal, geometryViewDir ) );
		reflectedLight.indirectSpecular *= computeSpecularOcclusion( dotNV, ambientOcclusion, material.roughness );
	#endif
#endif`,aomap_pars_fragment:`#ifdef USE_AOMAP
	uniform sampler2D aoMap;
	uniform float aoMapIntensity;
#endif`,batching_pars_vertex:`#ifdef USE_BATCHING
	#if ! defined( GL_ANGLE_multi_draw )
	#define gl_DrawID _gl_DrawID
	uniform int _gl_DrawID;
	#endif
	uniform highp sampler2D batchingTexture;
	uniform highp usampler2D batchingIdTexture;
	mat4 getBatchingMatrix( const in float i ) {
		int size = textureSize( batchingTexture, 0 ).x;
		int j = int( i ) * 4;
		int x = j % size;
		int y = j / size;
		vec4 v1 = texelFetch( batchingTexture, ivec2( x, y ), 0 );
		vec4 v2 = texelFetch( batchingTexture, ivec2( x + 1, y ), 0 );
		vec4 v3 = texelFetch( batchingTexture, ivec2( x + 2, y ), 0 );
		vec4 v4 = texelFetch( batchingTexture, ivec2( x + 3, y ), 0 );
		return mat4( v1, v2, v3, v4 );
	}
	float getIndirectIndex( const in int i ) {
		int size = textureSize( batchingIdTexture, 0 ).x;
		int x = i % size;
		int y = i / size;
		return float( texelFetch( batchingIdTexture, ivec2( x, y ), 0 ).r );
	}
#endif
#ifdef USE_BATCHING_COLOR
	uniform sampler2D batchingColorTexture;
	vec4 getBatchingColor( const in float i ) {
		int size = textureSize( batchingColorTexture, 0 ).x;
		int j = int( i );
		int x = j % size;
		int y = j / size;
		return texelFetch( batchingColorTexture, ivec2( x, y ), 0 );
	}
#endif`,batching_vertex:`#ifdef USE_BATCHING
	mat4 batchingMatrix = getBatchingMatrix( getIndirectIndex( gl_DrawID ) );
#endif`,begin_vertex:`vec3 transformed = vec3( position );
#ifdef USE_ALPHAHASH
	vPosition = vec3( position );
#endif`,beginnormal_vertex:`vec3 objectNormal = vec3( normal );
#ifdef USE_TANGENT
	vec3 objectTangent = vec3( tangent.xyz );
#endif`,bsdfs:`float G_BlinnPhong_Implicit( ) {
	return 0.25;
}
float D_BlinnPhong( const in float shininess, const in float dotNH ) {
	return RECIPROCAL_PI * ( shininess * 0.5 + 1.0 ) * pow( dotNH, shininess );
}
vec3 BRDF_BlinnPhong( const in vec3 lightDir, const in vec3 viewDir, const in vec3 normal, const in vec3 specularColor, const in float shininess ) {
	vec3 halfDir = normalize( lightDir + viewDir );
	float dotNH = saturate( dot( normal, halfDir ) );
	float dotVH = saturate( dot( viewDir, halfDir ) );
	vec3 F = F_Schlick( specularColor, 1.0, dotVH );
	float G = G_BlinnPhong_Implicit( );
	float D = D_BlinnPhong( shininess, dotNH );
	return F * ( G * D );
} // validated`,iridescence_fragment:`#ifdef USE_IRIDESCENCE
	const mat3 XYZ_TO_REC709 = mat3(
		 3.2404542, -0.9692660,  0.0556434,
		-1.5371385,  1.8760108, -0.2040259,
		-0.4985314,  0.0415560,  1.0572252
	);
	vec3 Fresnel0ToIor( vec3 fresnel0 ) {
		vec3 sqrtF0 = sqrt( fresnel0 );
		return ( vec3( 1.0 ) + sqrtF0 ) / ( vec3( 1.0 ) - sqrtF0 );
	}
	vec3 IorToFresnel0( vec3 transmittedIor, float incidentIor ) {
		return pow2( ( transmittedIor - vec3( incidentIor ) ) / ( transmittedIor + vec3( incidentIor ) ) );
	}
	float IorToFresnel0( float transmittedIor, float incidentIor ) {
		return pow2( ( transmittedIor - incidentIor ) / ( transmittedIor + incidentIor ));
	}
	vec3 evalSensitivity( float OPD, vec3 shift ) {
		float phase = 2.0 * PI * OPD * 1.0e-9;
		vec3 val = vec3( 5.4856e-13, 4.4201e-13, 5.2481e-13 );
		vec3 pos = vec3( 1.6810e+06, 1.7953e+06, 2.2084e+06 );
		vec3 var = vec3( 4.3278e+09, 9.3046e+09, 6.6121e+09 );
		vec3 xyz = val * sqrt( 2.0 * PI * var ) * cos( pos * phase + shift ) * exp( - pow2( phase ) * var );
		xyz.x += 9.7470e-14 * sqrt( 2.0 * PI * 4.5282e+09 ) * cos( 2.2399e+06 * phase + shift[ 0 ] ) * exp( - 4.5282e+09 * pow2( phase ) );
		xyz /= 1.0685e-7;
		vec3 rgb = XYZ_TO_REC709 * xyz;
		return rgb;
	}
	vec3 evalIridescence( float outsideIOR, float eta2, float cosTheta1, float thinFilmThickness, vec3 baseF0 ) {
		vec3 I;
		float iridescenceIOR = mix( outsideIOR, eta2, smoothstep( 0.0, 0.03, thinFilmThickness ) );
		float sinTheta2Sq = pow2( outsideIOR / iridescenceIOR ) * ( 1.0 - pow2( cosTheta1 ) );
		float cosTheta2Sq = 1.0 - sinTheta2Sq;
		if ( cosTheta2Sq < 0.0 ) {
			return vec3( 1.0 );
		}
		float cosTheta2 = sqrt( cosTheta2Sq );
		float R0 = IorToFresnel0( iridescenceIOR, outsideIOR );
		float R12 = F_Schlick( R0, 1.0, cosTheta1 );
		float T121 = 1.0 - R12;
		float phi12 = 0.0;
		if ( iridescenceIOR < outsideIOR ) phi12 = PI;
		float phi21 = PI - phi12;
		vec3 baseIOR = Fresnel0ToIor( clamp( baseF0, 0.0, 0.9999 ) );		vec3 R1 = IorToFresnel0( baseIOR, iridescenceIOR );
		vec3 R23 = F_Schlick( R1, 1.0, cosTheta2 );
		vec3 phi23 = vec3( 0.0 );
		if ( baseIOR[ 0 ] < iridescenceIOR ) phi23[ 0 ] = PI;
		if ( baseIOR[ 1 ] < iridescenceIOR ) phi23[ 1 ] = PI;
		if ( baseIOR[ 2 ] < iridescenceIOR ) phi23[ 2 ] = PI;
		float OPD = 2.0 * iridescenceIOR * thinFilmThickness * cosTheta2;
		vec3 phi = vec3( phi21 ) + phi23;
		vec3 R123 = clamp( R12 * R23, 1e-5, 0.9999 );
		vec3 r123 = sqrt( R123 );
		vec3 Rs = pow2( T121 ) * R23 / ( vec3( 1.0 ) - R123 );
		vec3 C0 = R12 + Rs;
		I = C0;
		vec3 Cm = Rs - T121;
		for ( int m = 1; m <= 2; ++ m ) {
			Cm *= r123;
			vec3 Sm = 2.0 * evalSensitivity( float( m ) * OPD, float( m ) * phi );
			I += Cm * Sm;
		}
		return max( I, vec3( 0.0 ) );
	}
#endif`,bumpmap_pars_fragment:`#ifdef USE_BUMPMAP
	uniform sampler2D bumpMap;
	uniform float bumpScale;
	vec2 dHdxy_fwd() {
		vec2 dSTdx = dFdx( vBumpMapUv );
		vec2 dSTdy = dFdy( vBumpMapUv );
		float Hll = bumpScale * texture2D( bumpMap, vBumpMapUv ).x;
		float dBx = bumpScale * texture2D( bumpMap, vBumpMapUv + dSTdx ).x - Hll;
		float dBy = bumpScale * texture2D( bumpMap, vBumpMapUv + dSTdy ).x - Hll;
		return vec2( dBx, dBy );
	}
	vec3 perturbNormalArb( vec3 surf_pos, vec3 surf_norm, vec2 dHdxy, float faceDirection ) {
		vec3 vSigmaX = normalize( dFdx( surf_pos.xyz ) );
		vec3 vSigmaY = normalize( dFdy( surf_pos.xyz ) );
		vec3 vN = surf_norm;
		vec3 R1 = cross( vSigmaY, vN );
		vec3 R2 = cross( vN, vSigmaX );
		float fDet = dot( vSigmaX, R1 ) * faceDirection;
		vec3 vGrad = sign( fDet ) * ( dHdxy.x * R1 + dHdxy.y * R2 );
		return normalize( abs( fDet ) * surf_norm - vGrad );
	}
#endif`,clipping_planes_fragment:`#if NUM_CLIPPING_PLANES > 0
	vec4 plane;
	#ifdef ALPHA_TO_COVERAGE
		float distanceToPlane, distanceGradient;
		float clipOpacity = 1.0;
		#pragma unroll_loop_start
		for ( int i = 0; i < UNION_CLIPPING_PLANES; i ++ ) {
			plane = clippingPlanes[ i ];
			distanceToPlane = - dot( vClipPosition, plane.xyz ) + plane.w;
			distanceGradient = fwidth( distanceToPlane ) / 2.0;
			clipOpacity *= smoothstep( - distanceGradient, distanceGradient, distanceToPlane );
			if ( clipOpacity == 0.0 ) discard;
		}
		#pragma unroll_loop_end
		#if UNION_CLIPPING_PLANES < NUM_CLIPPING_PLANES
			float unionClipOpacity = 1.0;
			#pragma unroll_loop_start
			for ( int i = UNION_CLIPPING_PLANES; i < NUM_CLIPPING_PLANES; i ++ ) {
				plane = clippingPlanes[ i ];
				distanceToPlane = - dot( vClipPosition, plane.xyz ) + plane.w;
				distanceGradient = fwidth( distanceToPlane ) / 2.0;
				unionClipOpacity *= 1.0 - smoothstep( - distanceGradient, distanceGradient, distanceToPlane );
			}
			#pragma unroll_loop_end
			clipOpacity *= 1.0 - unionClipOpacity;
		#endif
		diffuseColor.a *= clipOpacity;
		if ( diffuseColor.a == 0.0 ) discard;
	#else
		#pragma unroll_loop_start
		for ( int i = 0; i < UNION_CLIPPING_PLANES; i ++ ) {
			plane = clippingPlanes[ i ];
			if ( dot( vClipPosition, plane.xyz ) > plane.w ) discard;
		}
		#pragma unroll_loop_end
		#if UNION_CLIPPING_PLANES < NUM_CLIPPING_PLANES
			bool clipped = true;
			#pragma unroll_loop_start
			for ( int i = UNION_CLIPPING_PLANES; i < NUM_CLIPPING_PLANES; i ++ ) {
				plane = clippingPlanes[ i ];
				clipped = ( dot( vClipPosition, plane.xyz ) > plane.w ) && clipped;
			}
			#pragma unroll_loop_end
			if ( clipped ) discard;
		#endif
	#endif
#endif`,clipping_planes_pars_fragment:`#if NUM_CLIPPING_PLANES > 0
	varying vec3 vClipPosition;
	uniform vec4 clippingPlanes[ NUM_CLIPPING_PLANES ];
#endif`,clipping_planes_pars_vertex:`#if NUM_CLIPPING_PLANES > 0
	varying vec3 vClipPosition;
#endif`,clipping_planes_vertex:`#if NUM_CLIPPING_PLANES > 0
	vClipPosition = - mvPosition.xyz;
#endif`,color_fragment:`#if defined( USE_COLOR ) || defined( USE_COLOR_ALPHA )
	diffuseColor *= vColor;
#endif`,color_pars_fragment:`#if defined( USE_COLOR ) || defined( USE_COLOR_ALPHA )
	varying vec4 vColor;
#endif`,color_pars_vertex:`#if defined( USE_COLOR ) || defined( USE_COLOR_ALPHA ) || defined( USE_INSTANCING_COLOR ) || defined( USE_BATCHING_COLOR )
	varying vec4 vColor;
#endif`,color_vertex:`#if defined( USE_COLOR ) || defined( USE_COLOR_ALPHA ) || defined( USE_INSTANCING_COLOR ) || defined( USE_BATCHING_COLOR )
	vColor = vec4( 1.0 );
#endif
#ifdef USE_COLOR_ALPHA
	vColor *= color;
#elif defined( USE_COLOR )
	vColor.rgb *= color;
#endif
#ifdef USE_INSTANCING_COLOR
	vColor.rgb *= instanceColor.rgb;
#endif
#ifdef USE_BATCHING_COLOR
	vColor *= getBatchingColor( getIndirectIndex( gl_DrawID ) );
#endif`,common:`#define PI 3.141592653589793
#define PI2 6.283185307179586
#define PI_HALF 1.5707963267948966
#define RECIPROCAL_PI 0.3183098861837907
#define RECIPROCAL_PI2 0.15915494309189535
#define EPSILON 1e-6
#ifndef saturate
#define saturate( a ) clamp( a, 0.0, 1.0 )
#endif
#define whiteComplement( a ) ( 1.0 - saturate( a ) )
float pow2( const in float x ) { return x*x; }
vec3 pow2( const in vec3 x ) { return x*x; }
float pow3( const in float x ) { return x*x*x; }
float pow4( const in float x ) { float x2 = x*x; return x2*x2; }
float max3( const in vec3 v ) { return max( max( v.x, v.y ), v.z ); }
float average( const in vec3 v ) { return dot( v, vec3( 0.3333333 ) ); }
highp float rand( const in vec2 uv ) {
	const highp float a = 12.9898, b = 78.233, c = 43758.5453;
	highp float dt = dot( uv.xy, vec2( a,b ) ), sn = mod( dt, PI );
	return fract( sin( sn ) * c );
}
#ifdef HIGH_PRECISION
	float precisionSafeLength( vec3 v ) { return length( v ); }
#else
	float precisionSafeLength( vec3 v ) {
		float maxComponent = max3( abs( v ) );
		return length( v / maxComponent ) * maxComponent;
	}
#endif
struct IncidentLight {
	vec3 color;
	vec3 direction;
	bool visible;
};
struct ReflectedLight {
	vec3 directDiffuse;
	vec3 directSpecular;
	vec3 indirectDiffuse;
	vec3 indirectSpecular;
};
#ifdef USE_ALPHAHASH
	varying vec3 vPosition;
#endif
vec3 transformDirection( in vec3 dir, in mat4 matrix ) {
	return normalize( ( matrix * vec4( dir, 0.0 ) ).xyz );
}
#define inverseTransformDirection transformDirectionByInverseViewMatrix
vec3 transformNormalByInverseViewMatrix( in vec3 normal, in mat4 viewMatrix ) {
	return normalize( ( vec4( normal, 0.0 ) * viewMatrix ).xyz );
}
vec3 transformDirectionByInverseViewMatrix( in vec3 dir, in mat4 viewMatrix ) {
	return normalize( ( vec4( dir, 0.0 ) * viewMatrix ).xyz );
}
bool isPerspectiveMatrix( mat4 m ) {
	return m[ 2 ][ 3 ] == - 1.0;
}
vec2 equirectUv( in vec3 dir ) {
	float u = atan( dir.z, dir.x ) * RECIPROCAL_PI2 + 0.5;
	float v = asin( clamp( dir.y, - 1.0, 1.0 ) ) * RECIPROCAL_PI + 0.5;
	return vec2( u, v );
}
vec3 BRDF_Lambert( const in vec3 diffuseColor ) {
	return RECIPROCAL_PI * diffuseColor;
}
vec3 F_Schlick( const in vec3 f0, const in float f90, const in float dotVH ) {
	float fresnel = exp2( ( - 5.55473 * dotVH - 6.98316 ) * dotVH );
	return f0 * ( 1.0 - fresnel ) + ( f90 * fresnel );
}
float F_Schlick( const in float f0, const in float f90, const in float dotVH ) {
	float fresnel = exp2( ( - 5.55473 * dotVH - 6.98316 ) * dotVH );
	return f0 * ( 1.0 - fresnel ) + ( f90 * fresnel );
} // validated`,defaultnormal_vertex:`vec3 transformedNormal = objectNormal;
#ifdef USE_TANGENT
	vec3 transformedTangent = objectTangent;
#endif
#ifdef USE_BATCHING
	mat3 bm = mat3( batchingMatrix );
	transformedNormal /= vec3( dot( bm[ 0 ], bm[ 0 ] ), dot( bm[ 1 ], bm[ 1 ] ), dot( bm[ 2 ], bm[ 2 ] ) );
	transformedNormal = bm * transformedNormal;
	#ifdef USE_TANGENT
		transformedTangent = bm * transformedTangent;
	#endif
#endif
#ifdef USE_INSTANCING
	mat3 im = mat3( instanceMatrix );
	transformedNormal /= vec3( dot( im[ 0 ], im[ 0 ] ), dot( im[ 1 ], im[ 1 ] ), dot( im[ 2 ], im[ 2 ] ) );
	transformedNormal = im * transformedNormal;
	#ifdef USE_TANGENT
		transformedTangent = im * transformedTangent;
	#endif
#endif
transformedNormal = normalMatrix * transformedNormal;
#ifdef FLIP_SIDED
	transformedNormal = - transformedNormal;
#endif
#ifdef USE_TANGENT
	transformedTangent = ( modelViewMatrix * vec4( transformedTangent, 0.0 ) ).xyz;
#endif`,displacementmap_pars_vertex:`#ifdef USE_DISPLACEMENTMAP
	uniform sampler2D displacementMap;
	uniform float displacementScale;
	uniform float displacementBias;
#endif`,displacementmap_vertex:`#ifdef USE_DISPLACEMENTMAP
	transformed += normalize( objectNormal ) * ( texture2D( displacementMap, vDisplacementMapUv ).x * displacementScale + displacementBias );
#endif`,emissivemap_fragment:`#ifdef USE_EMISSIVEMAP
	vec4 emissiveColor = texture2D( emissiveMap, vEmissiveMapUv );
	#ifdef DECODE_VIDEO_TEXTURE_EMISSIVE
		emissiveColor = sRGBTransferEOTF( emissiveColor );
	#endif
	totalEmissiveRadiance *= emissiveColor.rgb;
#endif`,emissivemap_pars_fragment:`#ifdef USE_EMISSIVEMAP
	uniform sampler2D emissiveMap;
#endif`,colorspace_fragment:`gl_FragColor = linearToOutputTexel( gl_FragColor );`,colorspace_pars_fragment:`vec4 LinearTransferOETF( in vec4 value ) {
	return value;
}
vec4 sRGBTransferEOTF( in vec4 value ) {
	return vec4( mix( pow( value.rgb * 0.9478672986 + vec3( 0.0521327014 ), vec3( 2.4 ) ), value.rgb * 0.0773993808, vec3( lessThanEqual( value.rgb, vec3( 0.04045 ) ) ) ), value.a );
}
vec4 sRGBTransferOETF( in vec4 value ) {
	return vec4( mix( pow( value.rgb, vec3( 0.41666 ) ) * 1.055 - vec3( 0.055 ), value.rgb * 12.92, vec3( lessThanEqual( value.rgb, vec3( 0.0031308 ) ) ) ), value.a );
}`,envmap_fragment:`#ifdef USE_ENVMAP
	#ifdef ENV_WORLDPOS
		vec3 cameraToFrag;
		if ( isOrthographic ) {
			cameraToFrag = normalize( vec3( - viewMatrix[ 0 ][ 2 ], - viewMatrix[ 1 ][ 2 ], - viewMatrix[ 2 ][ 2 ] ) );
		} else {
			cameraToFrag = normalize( vWorldPosition - cameraPosition );
		}
		vec3 worldNormal = transformNormalByInverseViewMatrix( normal, viewMatrix );
		#ifdef ENVMAP_MODE_REFLECTION
			vec3 reflectVec = reflect( cameraToFrag, worldNormal );
		#else
			vec3 reflectVec = refract( cameraToFrag, worldNormal, refractionRatio );
		#endif
	#else
		vec3 reflectVec = vReflect;
	#endif
	#ifdef ENVMAP_TYPE_CUBE
		vec4 envColor = textureCube( envMap, envMapRotation * reflectVec );
		#ifdef ENVMAP_BLENDING_MULTIPLY
			outgoingLight = mix( outgoingLight, outgoingLight * envColor.xyz, specularStrength * reflectivity );
		#elif defined( ENVMAP_BLENDING_MIX )
			outgoingLight = mix( outgoingLight, envColor.xyz, specularStrength * reflectivity );
		#elif defined( ENVMAP_BLENDING_ADD )
			outgoingLight += envColor.xyz * specularStrength * reflectivity;
		#endif
	#endif
#endif`,envmap_common_pars_fragment:`#ifdef USE_ENVMAP
	uniform float envMapIntensity;
	uniform mat3 envMapRotation;
	uniform samplerCube envMap;
	#ifdef ENVMAP_TYPE_PMREM
		float roughnessToMip( const in float roughness ) {
			float r = clamp( roughness, 0.0, 1.0 );
			return ENVMAP_MAX_LOD * r * ( 2.0 - r );
		}
	#endif
#endif`,envmap_pars_fragment:`#ifdef USE_ENVMAP
	uniform float reflectivity;
	#if defined( USE_BUMPMAP ) || defined( USE_NORMALMAP ) || defined( PHONG ) || defined( LAMBERT )
		#define ENV_WORLDPOS
	#endif
	#ifdef ENV_WORLDPOS
		varying vec3 vWorldPosition;
		uniform float refractionRatio;
	#else
		varying vec3 vReflect;
	#endif
#endif`,envmap_pars_vertex:`#ifdef USE_ENVMAP
	#if defined( USE_BUMPMAP ) || defined( USE_NORMALMAP ) || defined( PHONG ) || defined( LAMBERT )
		#define ENV_WORLDPOS
	#endif
	#ifdef ENV_WORLDPOS
		
		varying vec3 vWorldPosition;
	#else
		varying vec3 vReflect;
		uniform float refractionRatio;
	#endif
#endif`,envmap_physical_pars_fragment:`#ifdef USE_ENVMAP
	vec3 getIBLIrradiance( const in vec3 normal ) {
		#ifdef ENVMAP_TYPE_PMREM
			vec3 worldNormal = transformNormalByInverseViewMatrix( normal, viewMatrix );
			vec4 envMapColor = textureLod( envMap, envMapRotation * worldNormal, ENVMAP_MAX_LOD );
			return PI * envMapColor.rgb * envMapIntensity;
		#else
			return vec3( 0.0 );
		#endif
	}
	vec3 getIBLRadiance( const in vec3 viewDir, const in vec3 normal, const in float roughness ) {
		#ifdef ENVMAP_TYPE_PMREM
			vec3 reflectVec = reflect( - viewDir, normal );
			reflectVec = normalize( mix( reflectVec, normal, pow4( roughness ) ) );
			reflectVec = transformDirectionByInverseViewMatrix( reflectVec, viewMatrix );
			vec4 envMapColor = textureLod( envMap, envMapRotation * reflectVec, roughnessToMip( roughness ) );
			return envMapColor.rgb * envMapIntensity;
		#else
			return vec3( 0.0 );
		#endif
	}
	#ifdef USE_RETROREFLECTION
		vec3 getIBLRetroRadiance( const in vec3 viewDir, const in vec3 normal, const in float roughness ) {
			#ifdef ENVMAP_TYPE_PMREM
				vec3 retroVec = normalize( mix( viewDir, normal, pow4( roughness ) ) );
				retroVec = transformDirectionByInverseViewMatrix( retroVec, viewMatrix );
				vec4 envMapColor = textureLod( envMap, envMapRotation * retroVec, roughnessToMip( roughness ) );
				return envMapColor.rgb * envMapIntensity;
			#else
				return vec3( 0.0 );
			#endif
		}
	#endif
	#ifdef USE_ANISOTROPY
		vec3 getIBLAnisotropyRadiance( const in vec3 viewDir, const in vec3 normal, const in float roughness, const in vec3 bitangent, const in float anisotropy ) {
			#ifdef ENVMAP_TYPE_PMREM
				vec3 bentNormal = cross( bitangent, viewDir );
				bentNormal = normalize( cross( bentNormal, bitangent ) );
				bentNormal = normalize( mix( bentNormal, normal, pow2( pow2( 1.0 - anisotropy * ( 1.0 - roughness ) ) ) ) );
				return getIBLRadiance( viewDir, bentNormal, roughness );
			#else
				return vec3( 0.0 );
			#endif
		}
		#ifdef USE_RETROREFLECTION
			vec3 getIBLAnisotropyRetroRadiance( const in vec3 viewDir, const in vec3 normal, const in float roughness, const in vec3 bitangent, const in float anisotropy ) {
				#ifdef ENVMAP_TYPE_PMREM
					vec3 bentNormal = cross( bitangent, viewDir );
					bentNormal = normalize( cross( bentNormal, bitangent ) );
					bentNormal = normalize( mix( bentNormal, normal, pow2( pow2( 1.0 - anisotropy * ( 1.0 - roughness ) ) ) ) );
					return getIBLRetroRadiance( viewDir, bentNormal, roughness );
				#else
					return vec3( 0.0 );
				#endif
			}
		#endif
	#endif
#endif`,envmap_vertex:`#ifdef USE_ENVMAP
	#ifdef ENV_WORLDPOS
		vWorldPosition = worldPosition.xyz;
	#else
		vec3 cameraToVertex;
		if ( isOrthographic ) {
			cameraToVertex = normalize( vec3( - viewMatrix[ 0 ][ 2 ], - viewMatrix[ 1 ][ 2 ], - viewMatrix[ 2 ][ 2 ] ) );
		} else {
			cameraToVertex = normalize( worldPosition.xyz - cameraPosition );
		}
		vec3 worldNormal = transformNormalByInverseViewMatrix( transformedNormal, viewMatrix );
		#ifdef ENVMAP_MODE_REFLECTION
			vReflect = reflect( cameraToVertex, worldNormal );
		#else
			vReflect = refract( cameraToVertex, worldNormal, refractionRatio );
		#endif
	#endif
#endif`,fog_vertex:`#ifdef USE_FOG
	vFogDepth = - mvPosition.z;
#endif`,fog_pars_vertex:`#ifdef USE_FOG
	varying float vFogDepth;
#endif`,fog_fragment:`#ifdef USE_FOG
	#ifdef FOG_EXP2
		float fogFactor = 1.0 - exp( - fogDensity * fogDensity * vFogDepth * vFogDepth );
	#else
		float fogFactor = smoothstep( fogNear, fogFar, vFogDepth );
	#endif
	gl_FragColor.rgb = mix( gl_FragColor.rgb, fogColor, fogFactor );
#endif`,fog_pars_fragment:`#ifdef USE_FOG
	uniform vec3 fogColor;
	varying float vFogDepth;
	#ifdef FOG_EXP2
		uniform float fogDensity;
	#else
		uniform float fogNear;
		uniform float fogFar;
	#endif
#endif`,gradientmap_pars_fragment:`#ifdef USE_GRADIENTMAP
	uniform sampler2D gradientMap;
#endif
vec3 getGradientIrradiance( vec3 normal, vec3 lightDirection ) {
	float dotNL = dot( normal, lightDirection );
	vec2 coord = vec2( dotNL * 0.5 + 0.5, 0.0 );
	#ifdef USE_GRADIENTMAP
		return vec3( texture2D( gradientMap, coord ).r );
	#else
		vec2 fw = fwidth( coord ) * 0.5;
		return mix( vec3( 0.7 ), vec3( 1.0 ), smoothstep( 0.7 - fw.x, 0.7 + fw.x, coord.x ) );
	#endif
}`,lightmap_pars_fragment:`#ifdef USE_LIGHTMAP
	uniform sampler2D lightMap;
	uniform float lightMapIntensity;
#endif`,lights_lambert_fragment:`LambertMaterial material;
material.diffuseColor = diffuseColor.rgb;
material.specularStrength = specularStrength;`,lights_lambert_pars_fragment:`varying vec3 vViewPosition;
struct LambertMaterial {
	vec3 diffuseColor;
	float specularStrength;
};
void RE_Direct_Lambert( const in IncidentLight directLight, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in LambertMaterial material, inout ReflectedLight reflectedLight ) {
	float dotNL = saturate( dot( geometryNormal, directLight.direction ) );
	vec3 irradiance = dotNL * directLight.color;
	reflectedLight.directDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
void RE_IndirectDiffuse_Lambert( const in vec3 irradiance, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in LambertMaterial material, inout ReflectedLight reflectedLight ) {
	reflectedLight.indirectDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
#define RE_Direct				RE_Direct_Lambert
#define RE_IndirectDiffuse		RE_IndirectDiffuse_Lambert`,lights_pars_begin:`uniform bool receiveShadow;
uniform vec3 ambientLightColor;
#if defined( USE_LIGHT_PROBES )
	uniform vec3 lightProbe[ 9 ];
#endif
vec3 shGetIrradianceAt( in vec3 normal, in vec3 shCoefficients[ 9 ] ) {
	float x = normal.x, y = normal.y, z = normal.z;
	vec3 result = shCoefficients[ 0 ] * 0.886227;
	result += shCoefficients[ 1 ] * 2.0 * 0.511664 * y;
	result += shCoefficients[ 2 ] * 2.0 * 0.511664 * z;
	result += shCoefficients[ 3 ] * 2.0 * 0.511664 * x;
	result += shCoefficients[ 4 ] * 2.0 * 0.429043 * x * y;
	result += shCoefficients[ 5 ] * 2.0 * 0.429043 * y * z;
	result += shCoefficients[ 6 ] * ( 0.743125 * z * z - 0.247708 );
	result += shCoefficients[ 7 ] * 2.0 * 0.429043 * x * z;
	result += shCoefficients[ 8 ] * 0.429043 * ( x * x - y * y );
	return result;
}
vec3 getLightProbeIrradiance( const in vec3 lightProbe[ 9 ], const in vec3 normal ) {
	vec3 worldNormal = transformNormalByInverseViewMatrix( normal, viewMatrix );
	vec3 irradiance = shGetIrradianceAt( worldNormal, lightProbe );
	return irradiance;
}
vec3 getAmbientLightIrradiance( const in vec3 ambientLightColor ) {
	vec3 irradiance = ambientLightColor;
	return irradiance;
}
float getDistanceAttenuation( const in float lightDistance, const in float cutoffDistance, const in float decayExponent ) {
	float distanceFalloff = 1.0 / max( pow( lightDistance, decayExponent ), 0.01 );
	if ( cutoffDistance > 0.0 ) {
		distanceFalloff *= pow2( saturate( 1.0 - pow4( lightDistance / cutoffDistance ) ) );
	}
	return distanceFalloff;
}
float getSpotAttenuation( const in float coneCosine, const in float penumbraCosine, const in float angleCosine ) {
	return smoothstep( coneCosine, penumbraCosine, angleCosine );
}
#if NUM_SUN_LIGHTS > 0
	struct SunLight {
		vec3 direction;
		vec3 color;
	};
	uniform SunLight sunLights[ NUM_SUN_LIGHTS ];
	void getSunLightInfo( const in SunLight sunLight, out IncidentLight light ) {
		light.color = sunLight.color;
		light.direction = sunLight.direction;
		light.visible = true;
	}
#endif
#if NUM_DIR_LIGHTS > 0
	struct DirectionalLight {
		vec3 direction;
		vec3 color;
	};
	uniform DirectionalLight directionalLights[ NUM_DIR_LIGHTS ];
	void getDirectionalLightInfo( const in DirectionalLight directionalLight, out IncidentLight light ) {
		light.color = directionalLight.color;
		light.direction = directionalLight.direction;
		light.visible = true;
	}
#endif
#if NUM_POINT_LIGHTS > 0
	struct PointLight {
		vec3 position;
		vec3 color;
		float distance;
		float decay;
	};
	uniform PointLight pointLights[ NUM_POINT_LIGHTS ];
	void getPointLightInfo( const in PointLight pointLight, const in vec3 geometryPosition, out IncidentLight light ) {
		vec3 lVector = pointLight.position - geometryPosition;
		light.direction = normalize( lVector );
		float lightDistance = length( lVector );
		light.color = pointLight.color;
		light.color *= getDistanceAttenuation( lightDistance, pointLight.distance, pointLight.decay );
		light.visible = ( light.color != vec3( 0.0 ) );
	}
#endif
#if NUM_SPOT_LIGHTS > 0
	struct SpotLight {
		vec3 position;
		vec3 direction;
		vec3 color;
		float distance;
		float decay;
		float coneCos;
		float penumbraCos;
	};
	uniform SpotLight spotLights[ NUM_SPOT_LIGHTS ];
	void getSpotLightInfo( const in SpotLight spotLight, const in vec3 geometryPosition, out IncidentLight light ) {
		vec3 lVector = spotLight.position - geometryPosition;
		light.direction = normalize( lVector );
		float angleCos = dot( light.direction, spotLight.direction );
		float spotAttenuation = getSpotAttenuation( spotLight.coneCos, spotLight.penumbraCos, angleCos );
		if ( spotAttenuation > 0.0 ) {
			float lightDistance = length( lVector );
			light.color = spotLight.color * spotAttenuation;
			light.color *= getDistanceAttenuation( lightDistance, spotLight.distance, spotLight.decay );
			light.visible = ( light.color != vec3( 0.0 ) );
		} else {
			light.color = vec3( 0.0 );
			light.visible = false;
		}
	}
#endif
#if NUM_RECT_AREA_LIGHTS > 0
	struct RectAreaLight {
		vec3 color;
		vec3 position;
		vec3 halfWidth;
		vec3 halfHeight;
	};
	uniform sampler2D ltc_1;	uniform sampler2D ltc_2;
	uniform RectAreaLight rectAreaLights[ NUM_RECT_AREA_LIGHTS ];
#endif
#if NUM_HEMI_LIGHTS > 0
	struct HemisphereLight {
		vec3 direction;
		vec3 skyColor;
		vec3 groundColor;
	};
	uniform HemisphereLight hemisphereLights[ NUM_HEMI_LIGHTS ];
	vec3 getHemisphereLightIrradiance( const in HemisphereLight hemiLight, const in vec3 normal ) {
		float dotNL = dot( normal, hemiLight.direction );
		float hemiDiffuseWeight = 0.5 * dotNL + 0.5;
		vec3 irradiance = mix( hemiLight.groundColor, hemiLight.skyColor, hemiDiffuseWeight );
		return irradiance;
	}
#endif
#include <lightprobes_pars_fragment>`,lights_toon_fragment:`ToonMaterial material;
material.diffuseColor = diffuseColor.rgb;`,lights_toon_pars_fragment:`varying vec3 vViewPosition;
struct ToonMaterial {
	vec3 diffuseColor;
};
void RE_Direct_Toon( const in IncidentLight directLight, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in ToonMaterial material, inout ReflectedLight reflectedLight ) {
	vec3 irradiance = getGradientIrradiance( geometryNormal, directLight.direction ) * directLight.color;
	reflectedLight.directDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
void RE_IndirectDiffuse_Toon( const in vec3 irradiance, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in ToonMaterial material, inout ReflectedLight reflectedLight ) {
	reflectedLight.indirectDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
#define RE_Direct				RE_Direct_Toon
#define RE_IndirectDiffuse		RE_IndirectDiffuse_Toon`,lights_phong_fragment:`BlinnPhongMaterial material;
material.diffuseColor = diffuseColor.rgb;
material.specularColor = specular;
material.specularShininess = shininess;
material.specularStrength = specularStrength;`,lights_phong_pars_fragment:`varying vec3 vViewPosition;
struct BlinnPhongMaterial {
	vec3 diffuseColor;
	vec3 specularColor;
	float specularShininess;
	float specularStrength;
};
void RE_Direct_BlinnPhong( const in IncidentLight directLight, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in BlinnPhongMaterial material, inout ReflectedLight reflectedLight ) {
	float dotNL = saturate( dot( geometryNormal, directLight.direction ) );
	vec3 irradiance = dotNL * directLight.color;
	reflectedLight.directDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
	reflectedLight.directSpecular += irradiance * BRDF_BlinnPhong( directLight.direction, geometryViewDir, geometryNormal, material.specularColor, material.specularShininess ) * material.specularStrength;
}
void RE_IndirectDiffuse_BlinnPhong( const in vec3 irradiance, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in BlinnPhongMaterial material, inout ReflectedLight reflectedLight ) {
	reflectedLight.indirectDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
#define RE_Direct				RE_Direct_BlinnPhong
#define RE_IndirectDiffuse		RE_IndirectDiffuse_BlinnPhong`,lights_physical_fragment:`PhysicalMaterial material;
material.diffuseColor = diffuseColor.rgb;
material.diffuseContribution = diffuseColor.rgb * ( 1.0 - metalnessFactor );
material.metalness = metalnessFactor;
vec3 dxy = max( abs( dFdx( nonPerturbedNormal ) ), abs( dFdy( nonPerturbedNormal ) ) );
float geometryRoughness = max( max( dxy.x, dxy.y ), dxy.z );
material.roughness = max( roughnessFactor, 0.045 );
material.roughness += geometryRoughness;
material.roughness = min( material.roughness, 1.0 );
#ifdef USE_DIFFUSE_ROUGHNESS
	float diffuseRoughnessFactor = diffuseRoughness;
	#ifdef USE_DIFFUSE_ROUGHNESSMAP
		diffuseRoughnessFactor *= texture2D( diffuseRoughnessMap, vDiffuseRoughnessMapUv ).r;
	#endif
	material.diffuseRoughness = saturate( diffuseRoughnessFactor );
#endif
#ifdef IOR
	material.ior = ior;
	#ifdef USE_SPECULAR
		float specularIntensityFactor = specularIntensity;
		vec3 specularColorFactor = specularColor;
		#ifdef USE_SPECULAR_COLORMAP
			specularColorFactor *= texture2D( specularColorMap, vSpecularColorMapUv ).rgb;
		#endif
		#ifdef USE_SPECULAR_INTENSITYMAP
			specularIntensityFactor *= texture2D( specularIntensityMap, vSpecularIntensityMapUv ).a;
		#endif
		material.specularF90 = mix( specularIntensityFactor, 1.0, metalnessFactor );
	#else
		float specularIntensityFactor = 1.0;
		vec3 specularColorFactor = vec3( 1.0 );
		material.specularF90 = 1.0;
	#endif
	material.specularColor = min( pow2( ( material.ior - 1.0 ) / ( material.ior + 1.0 ) ) * specularColorFactor, vec3( 1.0 ) ) * specularIntensityFactor;
	material.specularColorBlended = mix( material.specularColor, diffuseColor.rgb, metalnessFactor );
#else
	material.specularColor = vec3( 0.04 );
	material.specularColorBlended = mix( material.specularColor, diffuseColor.rgb, metalnessFactor );
	material.specularF90 = 1.0;
#endif
#ifdef USE_CLEARCOAT
	material.clearcoat = clearcoat;
	material.clearcoatRoughness = clearcoatRoughness;
	material.clearcoatF0 = vec3( 0.04 );
	material.clearcoatF90 = 1.0;
	#ifdef USE_CLEARCOATMAP
		material.clearcoat *= texture2D( clearcoatMap, vClearcoatMapUv ).x;
	#endif
	#ifdef USE_CLEARCOAT_ROUGHNESSMAP
		material.clearcoatRoughness *= texture2D( clearcoatRoughnessMap, vClearcoatRoughnessMapUv ).y;
	#endif
	material.clearcoat = saturate( material.clearcoat );	material.clearcoatRoughness = max( material.clearcoatRoughness, 0.045 );
	material.clearcoatRoughness += geometryRoughness;
	material.clearcoatRoughness = min( material.clearcoatRoughness, 1.0 );
#endif
#ifdef USE_DISPERSION
	material.dispersion = dispersion;
#endif
#ifdef USE_RETROREFLECTION
	material.retroreflectivity = retroreflectivity;
#endif
#ifdef USE_IRIDESCENCE
	material.iridescence = iridescence;
	material.iridescenceIOR = iridescenceIOR;
	#ifdef USE_IRIDESCENCEMAP
		material.iridescence *= texture2D( iridescenceMap, vIridescenceMapUv ).r;
	#endif
	#ifdef USE_IRIDESCENCE_THICKNESSMAP
		material.iridescenceThickness = (iridescenceThicknessMaximum - iridescenceThicknessMinimum) * texture2D( iridescenceThicknessMap, vIridescenceThicknessMapUv ).g + iridescenceThicknessMinimum;
	#else
		material.iridescenceThickness = iridescenceThicknessMaximum;
	#endif
#endif
#ifdef USE_SHEEN
	material.sheenColor = sheenColor;
	#ifdef USE_SHEEN_COLORMAP
		material.sheenColor *= texture2D( sheenColorMap, vSheenColorMapUv ).rgb;
	#endif
	material.sheenRoughness = clamp( sheenRoughness, 0.0001, 1.0 );
	#ifdef USE_SHEEN_ROUGHNESSMAP
		material.sheenRoughness *= texture2D( sheenRoughnessMap, vSheenRoughnessMapUv ).a;
	#endif
#endif
#ifdef USE_ANISOTROPY
	#ifdef USE_ANISOTROPYMAP
		mat2 anisotropyMat = mat2( anisotropyVector.x, anisotropyVector.y, - anisotropyVector.y, anisotropyVector.x );
		vec3 anisotropyPolar = texture2D( anisotropyMap, vAnisotropyMapUv ).rgb;
		vec2 anisotropyV = anisotropyMat * normalize( 2.0 * anisotropyPolar.rg - vec2( 1.0 ) ) * anisotropyPolar.b;
	#else
		vec2 anisotropyV = anisotropyVector;
	#endif
	material.anisotropy = length( anisotropyV );
	if( material.anisotropy == 0.0 ) {
		anisotropyV = vec2( 1.0, 0.0 );
	} else {
		anisotropyV /= material.anisotropy;
		material.anisotropy = saturate( material.anisotropy );
	}
	material.alphaT = mix( pow2( material.roughness ), 1.0, pow2( material.anisotropy ) );
	material.anisotropyT = tbn[ 0 ] * anisotropyV.x + tbn[ 1 ] * anisotropyV.y;
	material.anisotropyB = tbn[ 1 ] * anisotropyV.x - tbn[ 0 ] * anisotropyV.y;
#endif`,lights_physical_pars_fragment:`uniform sampler2D dfgLUT;
struct PhysicalMaterial {
	vec3 diffuseColor;
	vec3 diffuseContribution;
	vec3 specularColor;
	vec3 specularColorBlended;
	float roughness;
	float metalness;
	float specularF90;
	float dispersion;
	vec2 dfg;
	vec3 multiScatteringCompensation;
	#ifdef USE_DIFFUSE_ROUGHNESS
		float diffuseRoughness;
	#endif
	#ifdef USE_RETROREFLECTION
		float retroreflectivity;
	#endif
	#ifdef USE_CLEARCOAT
		float clearcoat;
		float clearcoatRoughness;
		vec3 clearcoatF0;
		float clearcoatF90;
	#endif
	#ifdef USE_IRIDESCENCE
		float iridescence;
		float iridescenceIOR;
		float iridescenceThickness;
		vec3 iridescenceFresnel;
		vec3 iridescenceF0Dielectric;
		vec3 iridescenceF0Metallic;
	#endif
	#ifdef USE_SHEEN
		vec3 sheenColor;
		float sheenRoughness;
	#endif
	#ifdef IOR
		float ior;
	#endif
	#ifdef USE_TRANSMISSION
		float transmission;
		float transmissionAlpha;
		float thickness;
		float attenuationDistance;
		vec3 attenuationColor;
	#endif
	#ifdef USE_ANISOTROPY
		float anisotropy;
		float alphaT;
		vec3 anisotropyT;
		vec3 anisotropyB;
	#endif
};
vec3 clearcoatSpecularDirect = vec3( 0.0 );
vec3 clearcoatSpecularIndirect = vec3( 0.0 );
vec3 sheenSpecularDirect = vec3( 0.0 );
vec3 sheenSpecularIndirect = vec3(0.0 );
vec3 Schlick_to_F0( const in vec3 f, const in float f90, const in float dotVH ) {
    float x = clamp( 1.0 - dotVH, 0.0, 1.0 );
    float x2 = x * x;
    float x5 = clamp( x * x2 * x2, 0.0, 0.9999 );
    return ( f - vec3( f90 ) * x5 ) / ( 1.0 - x5 );
}
#ifdef USE_DIFFUSE_ROUGHNESS
	const float EON_EPSILON = 1e-7;
	float FON_DirectionalAlbedo( const in float mu, const in float roughness, const in float A ) {
		float muComp = 1.0 - mu;
		float gOverPi = muComp * ( 0.0571085289 + muComp * ( 0.491881867 + muComp * ( - 0.332181442 + muComp * 0.0714429953 ) ) );
		return A * ( 1.0 + roughness * gOverPi );
	}
	vec3 BRDF_EON( const in vec3 lightDir, const in vec3 viewDir, const in vec3 normal, const in vec3 diffuseColor, const in float roughness ) {
		vec3 rho = saturate( diffuseColor );
		if ( roughness <= EON_EPSILON ) return BRDF_Lambert( rho );
		float dotNL = saturate( dot( normal, lightDir ) );
		float dotNV = saturate( dot( normal, viewDir ) );
		float s = dot( lightDir, viewDir ) - dotNL * dotNV;
		float sOverT = ( s > 0.0 ) ? s / max( max( dotNL, dotNV ), EON_EPSILON ) : s;
		float A = 1.0 / ( 1.0 + ( 0.5 - 2.0 / ( 3.0 * PI ) ) * roughness );
		vec3 singleScatter = rho * RECIPROCAL_PI * A * ( 1.0 + roughness * sOverT );
		float averageAlbedo = A * ( 1.0 + ( 2.0 / 3.0 - 28.0 / ( 15.0 * PI ) ) * roughness );
		float albedoV = FON_DirectionalAlbedo( dotNV, roughness, A );
		float albedoL = FON_DirectionalAlbedo( dotNL, roughness, A );
		vec3 rhoMultiScatter = rho * rho * averageAlbedo / max( vec3( EON_EPSILON ), vec3( 1.0 ) - rho * ( 1.0 - averageAlbedo ) );
		vec3 multiScatter = rhoMultiScatter * RECIPROCAL_PI
			* max( EON_EPSILON, 1.0 - albedoV )
			* max( EON_EPSILON, 1.0 - albedoL )
			/ max( EON_EPSILON, 1.0 - averageAlbedo );
		return singleScatter + multiScatter;
	}
	vec3 EON_DirectionalAlbedo( const in vec3 diffuseColor, const in float roughness, const in float dotNV ) {
		vec3 rho = saturate( diffuseColor );
		if ( roughness <= EON_EPSILON ) return rho;
		float A = 1.0 / ( 1.0 + ( 0.5 - 2.0 / ( 3.0 * PI ) ) * roughness );
		float directionalAlbedo = FON_DirectionalAlbedo( dotNV, roughness, A );
		float averageAlbedo = A * ( 1.0 + ( 2.0 / 3.0 - 28.0 / ( 15.0 * PI ) ) * roughness );
		vec3 rhoMultiScatter = rho * rho * averageAlbedo / max( vec3( EON_EPSILON ), vec3( 1.0 ) - rho * ( 1.0 - averageAlbedo ) );
		return rho * directionalAlbedo + rhoMultiScatter * ( 1.0 - directionalAlbedo );
	}
#endif
float V_GGX_SmithCorrelated( const in float alpha, const in float dotNL, const in float dotNV ) {
	float a2 = pow2( alpha );
	float gv = dotNL * sqrt( a2 + ( 1.0 - a2 ) * pow2( dotNV ) );
	float gl = dotNV * sqrt( a2 + ( 1.0 - a2 ) * pow2( dotNL ) );
	return 0.5 / max( gv + gl, EPSILON );
}
float D_GGX( const in float alpha, const in float dotNH ) {
	float a2 = pow2( alpha );
	float denom = pow2( dotNH ) * ( a2 - 1.0 ) + 1.0;
	return RECIPROCAL_PI * a2 / pow2( denom );
}
#ifdef USE_ANISOTROPY
	float V_GGX_SmithCorrelated_Anisotropic( const in float alphaT, const in float alphaB, const in float dotTV, const in float dotBV, const in float dotTL, const in float dotBL, const in float dotNV, const in float dotNL ) {
		float gv = dotNL * length( vec3( alphaT * dotTV, alphaB * dotBV, dotNV ) );
		float gl = dotNV * length( vec3( alphaT * dotTL, alphaB * dotBL, dotNL ) );
		return 0.5 / max( gv + gl, EPSILON );
	}
	float D_GGX_Anisotropic( const in float alphaT, const in float alphaB, const in float dotNH, const in float dotTH, const in float dotBH ) {
		float a2 = alphaT * alphaB;
		highp vec3 v = vec3( alphaB * dotTH, alphaT * dotBH, a2 * dotNH );
		highp float v2 = dot( v, v );
		float w2 = a2 / v2;
		return RECIPROCAL_PI * a2 * pow2 ( w2 );
	}
#endif
#ifdef USE_CLEARCOAT
	vec3 BRDF_GGX_Clearcoat( const in vec3 lightDir, const in vec3 viewDir, const in vec3 normal, const in PhysicalMaterial material) {
		vec3 f0 = material.clearcoatF0;
		float f90 = material.clearcoatF90;
		float roughness = max( material.clearcoatRoughness, 0.045 );
		float alpha = pow2( roughness );
		vec3 halfDir = normalize( lightDir + viewDir );
		float dotNL = saturate( dot( normal, lightDir ) );
		float dotNV = saturate( dot( normal, viewDir ) );
		float dotNH = saturate( dot( normal, halfDir ) );
		float dotVH = saturate( dot( viewDir, halfDir ) );
		vec3 F = F_Schlick( f0, f90, dotVH );
		float V = V_GGX_SmithCorrelated( alpha, dotNL, dotNV );
		float D = D_GGX( alpha, dotNH );
		return F * ( V * D );
	}
#endif
vec3 BRDF_GGX( const in vec3 lightDir, const in vec3 viewDir, const in vec3 normal, const in PhysicalMaterial material ) {
	vec3 f0 = material.specularColorBlended;
	float f90 = material.specularF90;
	float roughness = max( material.roughness, 0.045 );
	float alpha = pow2( roughness );
	vec3 halfDir = normalize( lightDir + viewDir );
	float dotNL = saturate( dot( normal, lightDir ) );
	float dotNV = saturate( dot( normal, viewDir ) );
	float dotNH = saturate( dot( normal, halfDir ) );
	float dotVH = saturate( dot( viewDir, halfDir ) );
	vec3 F = F_Schlick( f0, f90, dotVH );
	#ifdef USE_IRIDESCENCE
		F = mix( F, material.iridescenceFresnel, material.iridescence );
	#endif
	#ifdef USE_ANISOTROPY
		float dotTL = dot( material.anisotropyT, lightDir );
		float dotTV = dot( material.anisotropyT, viewDir );
		float dotTH = dot( material.anisotropyT, halfDir );
		float dotBL = dot( material.anisotropyB, lightDir );
		float dotBV = dot( material.anisotropyB, viewDir );
		float dotBH = dot( material.anisotropyB, halfDir );
		float alphaT = max( material.alphaT, alpha );
		float V = V_GGX_SmithCorrelated_Anisotropic( alphaT, alpha, dotTV, dotBV, dotTL, dotBL, dotNV, dotNL );
		float D = D_GGX_Anisotropic( alphaT, alpha, dotNH, dotTH, dotBH );
	#else
		float V = V_GGX_SmithCorrelated( alpha, dotNL, dotNV );
		float D = D_GGX( alpha, dotNH );
	#endif
	return F * ( V * D );
}
vec2 LTC_Uv( const in vec3 N, const in vec3 V, const in float roughness ) {
	const float LUT_SIZE = 64.0;
	const float LUT_SCALE = ( LUT_SIZE - 1.0 ) / LUT_SIZE;
	const float LUT_BIAS = 0.5 / LUT_SIZE;
	float dotNV = saturate( dot( N, V ) );
	vec2 uv = vec2( roughness, sqrt( 1.0 - dotNV ) );
	uv = uv * LUT_SCALE + LUT_BIAS;
	return uv;
}
float LTC_ClippedSphereFormFactor( const in vec3 f ) {
	float l = length( f );
	return max( ( l * l + f.z ) / ( l + 1.0 ), 0.0 );
}
vec3 LTC_EdgeVectorFormFactor( const in vec3 v1, const in vec3 v2 ) {
	float x = dot( v1, v2 );
	float y = abs( x );
	float a = 0.8543985 + ( 0.4965155 + 0.0145206 * y ) * y;
	float b = 3.4175940 + ( 4.1616724 + y ) * y;
	float v = a / b;
	float theta_sintheta = ( x > 0.0 ) ? v : 0.5 * inversesqrt( max( 1.0 - x * x, 1e-7 ) ) - v;
	return cross( v1, v2 ) * theta_sintheta;
}
vec3 LTC_Evaluate( const in vec3 N, const in vec3 V, const in vec3 P, const in mat3 mInv, const in vec3 rectCoords[ 4 ] ) {
	vec3 v1 = rectCoords[ 1 ] - rectCoords[ 0 ];
	vec3 v2 = rectCoords[ 3 ] - rectCoords[ 0 ];
	vec3 lightNormal = cross( v1, v2 );
	if( dot( lightNormal, P - rectCoords[ 0 ] ) < 0.0 ) return vec3( 0.0 );
	vec3 T1, T2;
	T1 = normalize( V - N * dot( V, N ) );
	T2 = - cross( N, T1 );
	mat3 mat = mInv * transpose( mat3( T1, T2, N ) );
	vec3 coords[ 4 ];
	coords[ 0 ] = mat * ( rectCoords[ 0 ] - P );
	coords[ 1 ] = mat * ( rectCoords[ 1 ] - P );
	coords[ 2 ] = mat * ( rectCoords[ 2 ] - P );
	coords[ 3 ] = mat * ( rectCoords[ 3 ] - P );
	coords[ 0 ] = normalize( coords[ 0 ] );
	coords[ 1 ] = normalize( coords[ 1 ] );
	coords[ 2 ] = normalize( coords[ 2 ] );
	coords[ 3 ] = normalize( coords[ 3 ] );
	vec3 vectorFormFactor = vec3( 0.0 );
	vectorFormFactor += LTC_EdgeVectorFormFactor( coords[ 0 ], coords[ 1 ] );
	vectorFormFactor += LTC_EdgeVectorFormFactor( coords[ 1 ], coords[ 2 ] );
	vectorFormFactor += LTC_EdgeVectorFormFactor( coords[ 2 ], coords[ 3 ] );
	vectorFormFactor += LTC_EdgeVectorFormFactor( coords[ 3 ], coords[ 0 ] );
	float result = LTC_ClippedSphereFormFactor( vectorFormFactor );
	return vec3( result );
}
#if defined( USE_SHEEN )
float D_Charlie( float roughness, float dotNH ) {
	float alpha = pow2( roughness );
	float invAlpha = 1.0 / alpha;
	float cos2h = dotNH * dotNH;
	float sin2h = max( 1.0 - cos2h, 0.0078125 );
	return ( 2.0 + invAlpha ) * pow( sin2h, invAlpha * 0.5 ) / ( 2.0 * PI );
}
float V_Neubelt( float dotNV, float dotNL ) {
	return saturate( 1.0 / ( 4.0 * ( dotNL + dotNV - dotNL * dotNV ) ) );
}
vec3 BRDF_Sheen( const in vec3 lightDir, const in vec3 viewDir, const in vec3 normal, vec3 sheenColor, const in float sheenRoughness ) {
	vec3 halfDir = normalize( lightDir + viewDir );
	float dotNL = saturate( dot( normal, lightDir ) );
	float dotNV = saturate( dot( normal, viewDir ) );
	float dotNH = saturate( dot( normal, halfDir ) );
	float D = D_Charlie( sheenRoughness, dotNH );
	float V = V_Neubelt( dotNV, dotNL );
	return sheenColor * ( D * V );
}
#endif
float IBLSheenBRDF( const in vec3 normal, const in vec3 viewDir, const in float roughness ) {
	float dotNV = saturate( dot( normal, viewDir ) );
	float r2 = roughness * roughness;
	float rInv = 1.0 / ( roughness + 0.1 );
	float a = -1.9362 + 1.0678 * roughness + 0.4573 * r2 - 0.8469 * rInv;
	float b = -0.6014 + 0.5538 * roughness - 0.4670 * r2 - 0.1255 * rInv;
	float DG = exp( a * dotNV + b );
	return saturate( DG );
}
vec3 EnvironmentBRDF( const in vec3 normal, const in vec3 viewDir, const in vec3 specularColor, const in float specularF90, const in float roughness ) {
	float dotNV = saturate( dot( normal, viewDir ) );
	vec2 fab = texture2D( dfgLUT, vec2( roughness, dotNV ) ).rg;
	return specularColor * fab.x + specularF90 * fab.y;
}
#ifdef USE_IRIDESCENCE
void computeMultiscatteringIridescence( const in vec2 fab, const in vec3 specularColor, const in float specularF90, const in float iridescence, const in vec3 iridescenceF0, inout vec3 singleScatter, inout vec3 multiScatter ) {
#else
void computeMultiscattering( const in vec2 fab, const in vec3 specularColor, const in float specularF90, inout vec3 singleScatter, inout vec3 multiScatter ) {
#endif
	#ifdef USE_IRIDESCENCE
		vec3 Fr = mix( specularColor, iridescenceF0, iridescence );
	#else
		vec3 Fr = specularColor;
	#endif
	vec3 FssEss = Fr * fab.x + specularF90 * fab.y;
	float Ess = fab.x + fab.y;
	float Ems = 1.0 - Ess;
	vec3 Favg = Fr + ( 1.0 - Fr ) * 0.047619;	vec3 Fms = FssEss * Favg / ( 1.0 - Ems * Favg );
	singleScatter += FssEss;
	multiScatter += Fms * Ems;
}
#if NUM_RECT_AREA_LIGHTS > 0
	void RE_Direct_RectArea_Physical( const in RectAreaLight rectAreaLight, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in PhysicalMaterial material, inout ReflectedLight reflectedLight ) {
		vec3 normal = geometryNormal;
		vec3 viewDir = geometryViewDir;
		vec3 position = geometryPosition;
		vec3 lightPos = rectAreaLight.position;
		vec3 halfWidth = rectAreaLight.halfWidth;
		vec3 halfHeight = rectAreaLight.halfHeight;
		vec3 lightColor = rectAreaLight.color;
		float roughness = material.roughness;
		vec3 rectCoords[ 4 ];
		rectCoords[ 0 ] = lightPos + halfWidth - halfHeight;		rectCoords[ 1 ] = lightPos - halfWidth - halfHeight;
		rectCoords[ 2 ] = lightPos - halfWidth + halfHeight;
		rectCoords[ 3 ] = lightPos + halfWidth + halfHeight;
		vec2 uv = LTC_Uv( normal, viewDir, roughness );
		vec4 t1 = texture2D( ltc_1, uv );
		vec4 t2 = texture2D( ltc_2, uv );
		mat3 mInv = mat3(
			vec3( t1.x, 0, t1.y ),
			vec3(    0, 1,    0 ),
			vec3( t1.z, 0, t1.w )
		);
		vec3 fresnel = ( material.specularColorBlended * t2.x + ( material.specularF90 - material.specularColorBlended ) * t2.y );
		reflectedLight.directSpecular += lightColor * fresnel * LTC_Evaluate( normal, viewDir, position, mInv, rectCoords );
		reflectedLight.directDiffuse += lightColor * material.diffuseContribution * LTC_Evaluate( normal, viewDir, position, mat3( 1.0 ), rectCoords );
		#ifdef USE_CLEARCOAT
			vec3 Ncc = geometryClearcoatNormal;
			vec2 uvClearcoat = LTC_Uv( Ncc, viewDir, material.clearcoatRoughness );
			vec4 t1Clearcoat = texture2D( ltc_1, uvClearcoat );
			vec4 t2Clearcoat = texture2D( ltc_2, uvClearcoat );
			mat3 mInvClearcoat = mat3(
				vec3( t1Clearcoat.x, 0, t1Clearcoat.y ),
				vec3(             0, 1,             0 ),
				vec3( t1Clearcoat.z, 0, t1Clearcoat.w )
			);
			vec3 fresnelClearcoat = material.clearcoatF0 * t2Clearcoat.x + ( material.clearcoatF90 - material.clearcoatF0 ) * t2Clearcoat.y;
			clearcoatSpecularDirect += lightColor * fresnelClearcoat * LTC_Evaluate( Ncc, viewDir, position, mInvClearcoat, rectCoords );
		#endif
	}
#endif
void RE_Direct_Physical( const in IncidentLight directLight, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in PhysicalMaterial material, inout ReflectedLight reflectedLight ) {
	float dotNL = saturate( dot( geometryNormal, directLight.direction ) );
	vec3 irradiance = dotNL * directLight.color;
	#ifdef USE_CLEARCOAT
		float dotNLcc = saturate( dot( geometryClearcoatNormal, directLight.direction ) );
		vec3 ccIrradiance = dotNLcc * directLight.color;
		clearcoatSpecularDirect += ccIrradiance * BRDF_GGX_Clearcoat( directLight.direction, geometryViewDir, geometryClearcoatNormal, material );
	#endif
	#ifdef USE_SHEEN
 
 		sheenSpecularDirect += irradiance * BRDF_Sheen( directLight.direction, geometryViewDir, geometryNormal, material.sheenColor, material.sheenRoughness );
 
 		float sheenAlbedoV = IBLSheenBRDF( geometryNormal, geometryViewDir, material.sheenRoughness );
 		float sheenAlbedoL = IBLSheenBRDF( geometryNormal, directLight.direction, material.sheenRoughness );
 
 		float sheenEnergyComp = 1.0 - max3( material.sheenColor ) * max( sheenAlbedoV, sheenAlbedoL );
 
 		irradiance *= sheenEnergyComp;
 
 	#endif
	vec3 specularBRDF = BRDF_GGX( directLight.direction, geometryViewDir, geometryNormal, material );
	#ifdef USE_RETROREFLECTION
		vec3 retroViewDir = reflect( - geometryViewDir, geometryNormal );
		vec3 retroSpecularBRDF = BRDF_GGX( directLight.direction, retroViewDir, geometryNormal, material );
		specularBRDF = mix( specularBRDF, retroSpecularBRDF, saturate( material.retroreflectivity ) );
	#endif
	reflectedLight.directSpecular += irradiance * specularBRDF * material.multiScatteringCompensation;
	vec3 halfDir = normalize( directLight.direction + geometryViewDir );
	float dotVH = saturate( dot( geometryViewDir, halfDir ) );
	vec3 F = F_Schlick( material.specularColor, material.specularF90, dotVH );
	#ifdef USE_RETROREFLECTION
		vec3 retroHalfDir = normalize( directLight.direction + retroViewDir );
		float dotRetroVH = saturate( dot( retroViewDir, retroHalfDir ) );
		vec3 retroF = F_Schlick( material.specularColor, material.specularF90, dotRetroVH );
		F = mix( F, retroF, saturate( material.retroreflectivity ) );
	#endif
	#ifdef USE_DIFFUSE_ROUGHNESS
		vec3 diffuseBRDF = BRDF_EON( directLight.direction, geometryViewDir, geometryNormal, material.diffuseColor, material.diffuseRoughness ) * ( 1.0 - material.metalness );
	#else
		vec3 diffuseBRDF = BRDF_Lambert( material.diffuseContribution );
	#endif
	reflectedLight.directDiffuse += irradiance * diffuseBRDF * ( 1.0 - F );
}
void RE_IndirectDiffuse_Physical( const in vec3 irradiance, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in PhysicalMaterial material, inout ReflectedLight reflectedLight ) {
	vec3 singleScattering = vec3( 0.0 );
	vec3 multiScattering = vec3( 0.0 );
	#ifdef USE_IRIDESCENCE
		computeMultiscatteringIridescence( material.dfg, material.specularColor, material.specularF90, material.iridescence, material.iridescenceF0Dielectric, singleScattering, multiScattering );
	#else
		computeMultiscattering( material.dfg, material.specularColor, material.specularF90, singleScattering, multiScattering );
	#endif
	#ifdef USE_DIFFUSE_ROUGHNESS
		float dotNV = saturate( dot( geometryNormal, geometryViewDir ) );
		vec3 diffuseAlbedo = EON_DirectionalAlbedo( material.diffuseColor, material.diffuseRoughness, dotNV ) * ( 1.0 - material.metalness );
		vec3 diffuse = irradiance * RECIPROCAL_PI * diffuseAlbedo * ( 1.0 - singleScattering - multiScattering );
	#else
		vec3 diffuse = irradiance * BRDF_Lambert( material.diffuseContribution ) * ( 1.0 - singleScattering - multiScattering );
	#endif
	#ifdef USE_SHEEN
		float sheenAlbedo = IBLSheenBRDF( geometryNormal, geometryViewDir, material.sheenRoughness );
		sheenSpecularIndirect += irradiance * material.sheenColor * sheenAlbedo * RECIPROCAL_PI;
		float sheenEnergyComp = 1.0 - max3( material.sheenColor ) * sheenAlbedo;
		diffuse *= sheenEnergyComp;
	#endif
	reflectedLight.indirectDiffuse += diffuse;
}
void RE_IndirectSpecular_Physical( const in vec3 radiance, const in vec3 irradiance, const in vec3 clearcoatRadiance, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in PhysicalMaterial material, inout ReflectedLight reflectedLight) {
	#ifdef USE_CLEARCOAT
		clearcoatSpecularIndirect += clearcoatRadiance * EnvironmentBRDF( geometryClearcoatNormal, geometryViewDir, material.clearcoatF0, material.clearcoatF90, material.clearcoatRoughness );
	#endif
	#ifdef USE_SHEEN
		sheenSpecularIndirect += irradiance * material.sheenColor * IBLSheenBRDF( geometryNormal, geometryViewDir, material.sheenRoughness ) * RECIPROCAL_PI;
 	#endif
	vec3 singleScatteringDielectric = vec3( 0.0 );
	vec3 multiScatteringDielectric = vec3( 0.0 );
	vec3 singleScatteringMetallic = vec3( 0.0 );
	vec3 multiScatteringMetallic = vec3( 0.0 );
	#ifdef USE_IRIDESCENCE
		computeMultiscatteringIridescence( material.dfg, material.specularColor, material.specularF90, material.iridescence, material.iridescenceF0Dielectric, singleScatteringDielectric, multiScatteringDielectric );
		computeMultiscatteringIridescence( material.dfg, material.diffuseColor, material.specularF90, material.iridescence, material.iridescenceF0Metallic, singleScatteringMetallic, multiScatteringMetallic );
	#else
		computeMultiscattering( material.dfg, material.specularColor, material.specularF90, singleScatteringDielectric, multiScatteringDielectric );
		computeMultiscattering( material.dfg, material.diffuseColor, material.specularF90, singleScatteringMetallic, multiScatteringMetallic );
	#endif
	vec3 singleScattering = mix( singleScatteringDielectric, singleScatteringMetallic, material.metalness );
	vec3 multiScattering = mix( multiScatteringDielectric, multiScatteringMetallic, material.metalness );
	vec3 totalScatteringDielectric = singleScatteringDielectric + multiScatteringDielectric;
	#ifdef USE_DIFFUSE_ROUGHNESS
		float dotNV = saturate( dot( geometryNormal, geometryViewDir ) );
		vec3 diffuse = EON_DirectionalAlbedo( material.diffuseColor, material.diffuseRoughness, dotNV ) * ( 1.0 - material.metalness ) * ( 1.0 - totalScatteringDielectric );
	#else
		vec3 diffuse = material.diffuseContribution * ( 1.0 - totalScatteringDielectric );
	#endif
	vec3 cosineWeightedIrradiance = irradiance * RECIPROCAL_PI;
	vec3 indirectSpecular = radiance * singleScattering;
	indirectSpecular += multiScattering * cosineWeightedIrradiance;
	vec3 indirectDiffuse = diffuse * cosineWeightedIrradiance;
	#ifdef USE_SHEEN
		float sheenAlbedo = IBLSheenBRDF( geometryNormal, geometryViewDir, material.sheenRoughness );
		float sheenEnergyComp = 1.0 - max3( material.sheenColor ) * sheenAlbedo;
		indirectSpecular *= sheenEnergyComp;
		indirectDiffuse *= sheenEnergyComp;
	#endif
	reflectedLight.indirectSpecular += indirectSpecular;
	reflectedLight.indirectDiffuse += indirectDiffuse;
}
#define RE_Direct				RE_Direct_Physical
#define RE_Direct_RectArea		RE_Direct_RectArea_Physical
#define RE_IndirectDiffuse		RE_IndirectDiffuse_Physical
#define RE_IndirectSpecular		RE_IndirectSpecular_Physical
float computeSpecularOcclusion( const in float dotNV, const in float ambientOcclusion, const in float roughness ) {
	return saturate( pow( dotNV + ambientOcclusion, exp2( - 16.0 * roughness - 1.0 ) ) - 1.0 + ambientOcclusion );
}`,lights_fragment_begin:`
vec3 geometryPosition = - vViewPosition;
vec3 geometryNormal = normal;
vec3 geometryViewDir = ( isOrthographic ) ? vec3( 0, 0, 1 ) : normalize( vViewPosition );
vec3 geometryClearcoatNormal = vec3( 0.0 );
#ifdef USE_CLEARCOAT
	geometryClearcoatNormal = clearcoatNormal;
#endif
#ifdef USE_IRIDESCENCE
	float dotNVi = saturate( dot( normal, geometryViewDir ) );
	if ( material.iridescenceThickness == 0.0 ) {
		material.iridescence = 0.0;
	} else {
		material.iridescence = saturate( material.iridescence );
	}
	if ( material.iridescence > 0.0 ) {
		vec3 iridescenceFresnelDielectric = evalIridescence( 1.0, material.iridescenceIOR, dotNVi, material.iridescenceThickness, material.specularColor );
		vec3 iridescenceFresnelMetallic = evalIridescence( 1.0, material.iridescenceIOR, dotNVi, material.iridescenceThickness, material.diffuseColor );
		material.iridescenceFresnel = mix( iridescenceFresnelDielectric, iridescenceFresnelMetallic, material.metalness );
		material.iridescenceF0Dielectric = Schlick_to_F0( iridescenceFresnelDielectric, 1.0, dotNVi );
		material.iridescenceF0Metallic = Schlick_to_F0( iridescenceFresnelMetallic, 1.0, dotNVi );
	}
#endif
#ifdef STANDARD
	float dotNVms = saturate( dot( geometryNormal, geometryViewDir ) );
	material.dfg = texture2D( dfgLUT, vec2( material.roughness, dotNVms ) ).rg;
	#if ( NUM_SUN_LIGHTS > 0 || NUM_DIR_LIGHTS > 0 || NUM_POINT_LIGHTS > 0 || NUM_SPOT_LIGHTS > 0 )
		float EssMs = material.dfg.x + material.dfg.y;
		material.multiScatteringCompensation = 1.0 + material.specularColorBlended * ( 1.0 / EssMs - 1.0 );
	#endif
#endif
IncidentLight directLight;
#if ( NUM_POINT_LIGHTS > 0 ) && defined( RE_Direct )
	PointLight pointLight;
	#if defined( USE_SHADOWMAP ) && NUM_POINT_LIGHT_SHADOWS > 0
	PointLightShadow pointLightShadow;
	#endif
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_POINT_LIGHTS; i ++ ) {
		pointLight = pointLights[ i ];
		getPointLightInfo( pointLight, geometryPosition, directLight );
		#if defined( USE_SHADOWMAP ) && ( UNROLLED_LOOP_INDEX < NUM_POINT_LIGHT_SHADOWS ) && ( defined( SHADOWMAP_TYPE_PCF ) || defined( SHADOWMAP_TYPE_BASIC ) )
		pointLightShadow = pointLightShadows[ i ];
		directLight.color *= ( directLight.visible && receiveShadow ) ? getPointShadow( pointShadowMap[ i ], pointLightShadow.shadowMapSize, pointLightShadow.shadowIntensity, pointLightShadow.shadowBias, pointLightShadow.shadowRadius, vPointShadowCoord[ i ], pointLightShadow.shadowCameraNear, pointLightShadow.shadowCameraFar ) : 1.0;
		#endif
		RE_Direct( directLight, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
	}
	#pragma unroll_loop_end
#endif
#if ( NUM_SPOT_LIGHTS > 0 ) && defined( RE_Direct )
	SpotLight spotLight;
	vec4 spotColor;
	vec3 spotLightCoord;
	bool inSpotLightMap;
	#if defined( USE_SHADOWMAP ) && NUM_SPOT_LIGHT_SHADOWS > 0
	SpotLightShadow spotLightShadow;
	#endif
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_SPOT_LIGHTS; i ++ ) {
		spotLight = spotLights[ i ];
		getSpotLightInfo( spotLight, geometryPosition, directLight );
		#if ( UNROLLED_LOOP_INDEX < NUM_SPOT_LIGHT_SHADOWS_WITH_MAPS )
		#define SPOT_LIGHT_MAP_INDEX UNROLLED_LOOP_INDEX
		#elif ( UNROLLED_LOOP_INDEX < NUM_SPOT_LIGHT_SHADOWS )
		#define SPOT_LIGHT_MAP_INDEX NUM_SPOT_LIGHT_MAPS
		#else
		#define SPOT_LIGHT_MAP_INDEX ( UNROLLED_LOOP_INDEX - NUM_SPOT_LIGHT_SHADOWS + NUM_SPOT_LIGHT_SHADOWS_WITH_MAPS )
		#endif
		#if ( SPOT_LIGHT_MAP_INDEX < NUM_SPOT_LIGHT_MAPS )
			spotLightCoord = vSpotLightCoord[ i ].xyz / vSpotLightCoord[ i ].w;
			inSpotLightMap = all( lessThan( abs( spotLightCoord * 2. - 1. ), vec3( 1.0 ) ) );
			spotColor = texture2D( spotLightMap[ SPOT_LIGHT_MAP_INDEX ], spotLightCoord.xy );
			directLight.color = inSpotLightMap ? directLight.color * spotColor.rgb : directLight.color;
		#endif
		#undef SPOT_LIGHT_MAP_INDEX
		#if defined( USE_SHADOWMAP ) && ( UNROLLED_LOOP_INDEX < NUM_SPOT_LIGHT_SHADOWS )
		spotLightShadow = spotLightShadows[ i ];
		directLight.color *= ( directLight.visible && receiveShadow ) ? getShadow( spotShadowMap[ i ], spotLightShadow.shadowMapSize, spotLightShadow.shadowIntensity, spotLightShadow.shadowBias, spotLightShadow.shadowRadius, vSpotLightCoord[ i ] ) : 1.0;
		#endif
		RE_Direct( directLight, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
	}
	#pragma unroll_loop_end
#endif
#if ( NUM_SUN_LIGHTS > 0 ) && defined( RE_Direct )
	SunLight sunLight;
	#if defined( USE_SHADOWMAP ) && NUM_SUN_LIGHT_SHADOWS > 0
	SunLightShadow sunLightShadow;
	#endif
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_SUN_LIGHTS; i ++ ) {
		sunLight = sunLights[ i ];
		getSunLightInfo( sunLight, directLight );
		#if defined( USE_SHADOWMAP ) && ( UNROLLED_LOOP_INDEX < NUM_SUN_LIGHT_SHADOWS )
		sunLightShadow = sunLightShadows[ i ];
		directLight.color *= ( directLight.visible && receiveShadow ) ? getSunShadow( sunShadowMap[ i ], sunLightShadow, UNROLLED_LOOP_INDEX ) : 1.0;
		#endif
		RE_Direct( directLight, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
	}
	#pragma unroll_loop_end
#endif
#if ( NUM_DIR_LIGHTS > 0 ) && defined( RE_Direct )
	DirectionalLight directionalLight;
	#if defined( USE_SHADOWMAP ) && NUM_DIR_LIGHT_SHADOWS > 0
	DirectionalLightShadow directionalLightShadow;
	#endif
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_DIR_LIGHTS; i ++ ) {
		directionalLight = directionalLights[ i ];
		getDirectionalLightInfo( directionalLight, directLight );
		#if defined( USE_SHADOWMAP ) && ( UNROLLED_LOOP_INDEX < NUM_DIR_LIGHT_SHADOWS )
		directionalLightShadow = directionalLightShadows[ i ];
		directLight.color *= ( directLight.visible && receiveShadow ) ? getShadow( directionalShadowMap[ i ], directionalLightShadow.shadowMapSize, directionalLightShadow.shadowIntensity, directionalLightShadow.shadowBias, directionalLightShadow.shadowRadius, vDirectionalShadowCoord[ i ] ) : 1.0;
		#endif
		RE_Direct( directLight, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
	}
	#pragma unroll_loop_end
#endif
#if ( NUM_RECT_AREA_LIGHTS > 0 ) && defined( RE_Direct_RectArea )
	RectAreaLight rectAreaLight;
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_RECT_AREA_LIGHTS; i ++ ) {
		rectAreaLight = rectAreaLights[ i ];
		RE_Direct_RectArea( rectAreaLight, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
	}
	#pragma unroll_loop_end
#endif
#if defined( RE_IndirectDiffuse )
	vec3 iblIrradiance = vec3( 0.0 );
	vec3 irradiance = getAmbientLightIrradiance( ambientLightColor );
	#if defined( USE_LIGHT_PROBES )
		irradiance += getLightProbeIrradiance( lightProbe, geometryNormal );
	#endif
	#if ( NUM_HEMI_LIGHTS > 0 )
		#pragma unroll_loop_start
		for ( int i = 0; i < NUM_HEMI_LIGHTS; i ++ ) {
			irradiance += getHemisphereLightIrradiance( hemisphereLights[ i ], geometryNormal );
		}
		#pragma unroll_loop_end
	#endif
	#if NUM_LIGHT_PROBE_GRIDS > 0
		vec3 probeWorldPos = ( ( vec4( geometryPosition, 1.0 ) - viewMatrix[ 3 ] ) * viewMatrix ).xyz;
		vec3 probeWorldNormal = transformNormalByInverseViewMatrix( geometryNormal, viewMatrix );
		int probeGrid = - 1;
		#pragma unroll_loop_start
		for ( int i = 0; i < NUM_LIGHT_PROBE_GRIDS; i ++ ) {
			if ( isInsideLightProbeGrid( probeWorldPos, probeWorldNormal, probesMin[ i ], probesMax[ i ], probesResolution[ i ] ) ) probeGrid = UNROLLED_LOOP_INDEX;
		}
		#pragma unroll_loop_end
		#pragma unroll_loop_start
		for ( int i = 0; i < NUM_LIGHT_PROBE_GRIDS; i ++ ) {
			if ( probeGrid == UNROLLED_LOOP_INDEX ) irradiance += getLightProbeGridIrradiance( probesSH[ i ], probesMin[ i ], probesMax[ i ], probesResolution[ i ], probeWorldPos, probeWorldNormal );
		}
		#pragma unroll_loop_end
	#endif
#endif
#if defined( RE_IndirectSpecular )
	vec3 radiance = vec3( 0.0 );
	vec3 clearcoatRadiance = vec3( 0.0 );
#endif`,lights_fragment_maps:`#if defined( RE_IndirectDiffuse )
	#ifdef USE_LIGHTMAP
		vec4 lightMapTexel = texture2D( lightMap, vLightMapUv );
		vec3 lightMapIrradiance = lightMapTexel.rgb * lightMapIntensity;
		irradiance += lightMapIrradiance;
	#endif
	#if defined( USE_ENVMAP ) && defined( ENVMAP_TYPE_PMREM )
		#if defined( STANDARD ) || defined( LAMBERT ) || defined( PHONG )
			iblIrradiance += getIBLIrradiance( geometryNormal );
		#endif
	#endif
#endif
#if defined( USE_ENVMAP ) && defined( RE_IndirectSpecular )
	#ifdef USE_ANISOTROPY
		vec3 iblRadiance = getIBLAnisotropyRadiance( geometryViewDir, geometryNormal, material.roughness, material.anisotropyB, material.anisotropy );
	#else
		vec3 iblRadiance = getIBLRadiance( geometryViewDir, geometryNormal, material.roughness );
	#endif
	#ifdef USE_RETROREFLECTION
		#ifdef USE_ANISOTROPY
			vec3 retroIBLRadiance = getIBLAnisotropyRetroRadiance( geometryViewDir, geometryNormal, material.roughness, material.anisotropyB, material.anisotropy );
		#else
			vec3 retroIBLRadiance = getIBLRetroRadiance( geometryViewDir, geometryNormal, material.roughness );
		#endif
		iblRadiance = mix( iblRadiance, retroIBLRadiance, saturate( material.retroreflectivity ) );
	#endif
	radiance += iblRadiance;
	#ifdef USE_CLEARCOAT
		clearcoatRadiance += getIBLRadiance( geometryViewDir, geometryClearcoatNormal, material.clearcoatRoughness );
	#endif
#endif`,lights_fragment_end:`#if defined( RE_IndirectDiffuse )
	#if defined( LAMBERT ) || defined( PHONG )
		irradiance += iblIrradiance;
	#endif
	RE_IndirectDiffuse( irradiance, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
#endif
#if defined( RE_IndirectSpecular )
	RE_IndirectSpecular( radiance, iblIrradiance, clearcoatRadiance, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
#endif`,lightprobes_pars_fragment:`#if NUM_LIGHT_PROBE_GRIDS > 0
uniform highp sampler3D probesSH[ NUM_LIGHT_PROBE_GRIDS ];
uniform vec3 probesMin[ NUM_LIGHT_PROBE_GRIDS ];
uniform vec3 probesMax[ NUM_LIGHT_PROBE_GRIDS ];
uniform vec3 probesResolution[ NUM_LIGHT_PROBE_GRIDS ];
bool isInsideLightProbeGrid( vec3 worldPos, vec3 worldNormal, vec3 probesMin, vec3 probesMax, vec3 probesResolution ) {
	vec3 spacing = ( probesMax - probesMin ) / probesResolution;
	vec3 samplePos = worldPos + worldNormal * spacing * 0.5;
	vec3 margin = spacing * 0.01;
	return all( greaterThanEqual( samplePos, probesMin - margin ) ) && all( lessThanEqual( samplePos, probesMax + margin ) );
}
vec3 getLightProbeGridIrradiance( highp sampler3D probesSH, vec3 probesMin, vec3 probesMax, vec3 probesResolution, vec3 worldPos, vec3 worldNormal ) {
	vec3 res = probesResolution;
	vec3 gridRange = probesMax - probesMin;
	vec3 probeSpacing = gridRange / res;
	vec3 samplePos = worldPos + worldNormal * probeSpacing * 0.5;
	vec3 uvw = clamp( ( samplePos - probesMin ) / gridRange, 0.5 / res, 1.0 - 0.5 / res );
	float nz          = res.z;
	float paddedSlices = nz + 2.0;
	float atlasDepth  = 7.0 * paddedSlices;
	float uvZBase     = uvw.z * nz + 1.0;
	vec4 s0 = texture( probesSH, vec3( uvw.xy, ( uvZBase                       ) / atlasDepth ) );
	vec4 s1 = texture( probesSH, vec3( uvw.xy, ( uvZBase +       paddedSlices   ) / atlasDepth ) );
	vec4 s2 = texture( probesSH, vec3( uvw.xy, ( uvZBase + 2.0 * paddedSlices   ) / atlasDepth ) );
	vec4 s3 = texture( probesSH, vec3( uvw.xy, ( uvZBase + 3.0 * paddedSlices   ) / atlasDepth ) );
	vec4 s4 = texture( probesSH, vec3( uvw.xy, ( uvZBase + 4.0 * paddedSlices   ) / atlasDepth ) );
	vec4 s5 = texture( probesSH, vec3( uvw.xy, ( uvZBase + 5.0 * paddedSlices   ) / atlasDepth ) );
	vec4 s6 = texture( probesSH, vec3( uvw.xy, ( uvZBase + 6.0 * paddedSlices   ) / atlasDepth ) );
	vec3 c0 = s0.xyz;
	vec3 c1 = vec3( s0.w, s1.xy );
	vec3 c2 = vec3( s1.zw, s2.x );
	vec3 c3 = s2.yzw;
	vec3 c4 = s3.xyz;
	vec3 c5 = vec3( s3.w, s4.xy );
	vec3 c6 = vec3( s4.zw, s5.x );
	vec3 c7 = s5.yzw;
	vec3 c8 = s6.xyz;
	float x = worldNormal.x, y = worldNormal.y, z = worldNormal.z;
	vec3 result = c0 * 0.886227;
	result += c1 * 2.0 * 0.511664 * y;
	result += c2 * 2.0 * 0.511664 * z;
	result += c3 * 2.0 * 0.511664 * x;
	result += c4 * 2.0 * 0.429043 * x * y;
	result += c5 * 2.0 * 0.429043 * y * z;
	result += c6 * ( 0.743125 * z * z - 0.247708 );
	result += c7 * 2.0 * 0.429043 * x * z;
	result += c8 * 0.429043 * ( x * x - y * y );
	return max( result, vec3( 0.0 ) );
}
#endif`,logdepthbuf_fragment:`#if defined( USE_LOGARITHMIC_DEPTH_BUFFER )
	gl_FragDepth = vIsPerspective == 0.0 ? gl_FragCoord.z : log2( vFragDepth ) * logDepthBufFC * 0.5;
#endif`,logdepthbuf_pars_fragment:`#if defined( USE_LOGARITHMIC_DEPTH_BUFFER )
	uniform float logDepthBufFC;
	varying float vFragDepth;
	varying float vIsPerspective;
#endif`,logdepthbuf_pars_vertex:`#ifdef USE_LOGARITHMIC_DEPTH_BUFFER
	varying float vFragDepth;
	varying float vIsPerspective;
#endif`,logdepthbuf_vertex:`#ifdef USE_LOGARITHMIC_DEPTH_BUFFER
	vFragDepth = 1.0 + gl_Position.w;
	vIsPerspective = float( isPerspectiveMatrix( projectionMatrix ) );
#endif`,map_fragment:`#ifdef USE_MAP
	vec4 sampledDiffuseColor = texture2D( map, vMapUv );
	#ifdef DECODE_VIDEO_TEXTURE
		sampledDiffuseColor = sRGBTransferEOTF( sampledDiffuseColor );
	#endif
	diffuseColor *= sampledDiffuseColor;
#endif`,map_pars_fragment:`#ifdef USE_MAP
	uniform sampler2D map;
#endif`,map_particle_fragment:`#if defined( USE_MAP ) || defined( USE_ALPHAMAP )
	#if defined( USE_POINTS_UV )
		vec2 uv = vUv;
	#else
		vec2 uv = ( uvTransform * vec3( gl_PointCoord.x, 1.0 - gl_PointCoord.y, 1 ) ).xy;
	#endif
#endif
#ifdef USE_MAP
	diffuseColor *= texture2D( map, uv );
#endif
#ifdef USE_ALPHAMAP
	diffuseColor.a *= texture2D( alphaMap, uv ).g;
#endif`,map_particle_pars_fragment:`#if defined( USE_POINTS_UV )
	varying vec2 vUv;
#else
	#if defined( USE_MAP ) || defined( USE_ALPHAMAP )
		uniform mat3 uvTransform;
	#endif
#endif
#ifdef USE_MAP
	uniform sampler2D map;
#endif
#ifdef USE_ALPHAMAP
	uniform sampler2D alphaMap;
#endif`,metalnessmap_fragment:`float metalnessFactor = metalness;
#ifdef USE_METALNESSMAP
	vec4 texelMetalness = texture2D( metalnessMap, vMetalnessMapUv );
	metalnessFactor *= texelMetalness.b;
#endif`,metalnessmap_pars_fragment:`#ifdef USE_METALNESSMAP
	uniform sampler2D metalnessMap;
#endif`,morphinstance_vertex:`#ifdef USE_INSTANCING_MORPH
	float morphTargetInfluences[ MORPHTARGETS_COUNT ];
	float morphTargetBaseInfluence = texelFetch( morphTexture, ivec2( 0, gl_InstanceID ), 0 ).r;
	for ( int i = 0; i < MORPHTARGETS_COUNT; i ++ ) {
		morphTargetInfluences[i] =  texelFetch( morphTexture, ivec2( i + 1, gl_InstanceID ), 0 ).r;
	}
#endif`,morphcolor_vertex:`#if defined( USE_MORPHCOLORS )
	#if defined( USE_COLOR_ALPHA )
		vColor *= morphTargetBaseInfluence;
	#elif defined( USE_COLOR )
		vColor.rgb *= morphTargetBaseInfluence;
	#endif
	for ( int i = 0; i < MORPHTARGETS_COUNT; i ++ ) {
		#if defined( USE_COLOR_ALPHA )
			if ( morphTargetInfluences[ i ] != 0.0 ) vColor += getMorph( gl_VertexID, i, 2 ) * morphTargetInfluences[ i ];
		#elif defined( USE_COLOR )
			if ( morphTargetInfluences[ i ] != 0.0 ) vColor.rgb += getMorph( gl_VertexID, i, 2 ).rgb * morphTargetInfluences[ i ];
		#endif
	}
#endif`,morphnormal_vertex:`#ifdef USE_MORPHNORMALS
	objectNormal *= morphTargetBaseInfluence;
	for ( int i = 0; i < MORPHTARGETS_COUNT; i ++ ) {
		if ( morphTargetInfluences[ i ] != 0.0 ) objectNormal += getMorph( gl_VertexID, i, 1 ).xyz * morphTargetInfluences[ i ];
	}
#endif`,morphtarget_pars_vertex:`#ifdef USE_MORPHTARGETS
	#ifndef USE_INSTANCING_MORPH
		uniform float morphTargetBaseInfluence;
		uniform float morphTargetInfluences[ MORPHTARGETS_COUNT ];
	#endif
	uniform sampler2DArray morphTargetsTexture;
	uniform ivec2 morphTargetsTextureSize;
	vec4 getMorph( const in int vertexIndex, const in int morphTargetIndex, const in int offset ) {
		int texelIndex = vertexIndex * MORPHTARGETS_TEXTURE_STRIDE + offset;
		int y = texelIndex / morphTargetsTextureSize.x;
		int x = texelIndex - y * morphTargetsTextureSize.x;
		ivec3 morphUV = ivec3( x, y, morphTargetIndex );
		return texelFetch( morphTargetsTexture, morphUV, 0 );
	}
#endif`,morphtarget_vertex:`#ifdef USE_MORPHTARGETS
	transformed *= morphTargetBaseInfluence;
	for ( int i = 0; i < MORPHTARGETS_COUNT; i ++ ) {
		if ( morphTargetInfluences[ i ] != 0.0 ) transformed += getMorph( gl_VertexID, i, 0 ).xyz * morphTargetInfluences[ i ];
	}
#endif`,normal_fragment_begin:`float faceDirection = gl_FrontFacing ? 1.0 : - 1.0;
#ifdef FLAT_SHADED
	vec3 fdx = dFdx( vViewPosition );
	vec3 fdy = dFdy( vViewPosition );
	vec3 normal = normalize( cross( fdx, fdy ) );
#else
	vec3 normal = normalize( vNormal );
	#ifdef DOUBLE_SIDED
		normal *= faceDirection;
	#endif
#endif
#if defined( USE_NORMALMAP_TANGENTSPACE ) || defined( USE_CLEARCOAT_NORMALMAP ) || defined( USE_ANISOTROPY )
	#ifdef USE_TANGENT
		mat3 tbn = mat3( normalize( vTangent ), normalize( vBitangent ), normal );
	#else
		mat3 tbn = getTangentFrame( - vViewPosition, normal,
		#if defined( USE_NORMALMAP )
			vNormalMapUv
		#elif defined( USE_CLEARCOAT_NORMALMAP )
			vClearcoatNormalMapUv
		#else
			vUv
		#endif
		);
	#endif
	#ifdef DOUBLE_SIDED
		tbn[0] *= faceDirection;
		tbn[1] *= faceDirection;
	#endif
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
	#ifdef USE_TANGENT
		mat3 tbn2 = mat3( normalize( vTangent ), normalize( vBitangent ), normal );
	#else
		mat3 tbn2 = getTangentFrame( - vViewPosition, normal, vClearcoatNormalMapUv );
	#endif
	#ifdef DOUBLE_SIDED
		tbn2[0] *= faceDirection;
		tbn2[1] *= faceDirection;
	#endif
#endif
vec3 nonPerturbedNormal = normal;`,normal_fragment_maps:`#ifdef USE_NORMALMAP_OBJECTSPACE
	normal = texture2D( normalMap, vNormalMapUv ).xyz * 2.0 - 1.0;
	#ifdef FLIP_SIDED
		normal = - normal;
	#endif
	#ifdef DOUBLE_SIDED
		normal = normal * faceDirection;
	#endif
	normal = normalize( normalMatrix * normal );
#elif defined( USE_NORMALMAP_TANGENTSPACE )
	vec3 mapN = texture2D( normalMap, vNormalMapUv ).xyz * 2.0 - 1.0;
	#if defined( USE_PACKED_NORMALMAP )
		mapN = vec3( mapN.xy, sqrt( saturate( 1.0 - dot( mapN.xy, mapN.xy ) ) ) );
	#endif
	mapN.xy *= normalScale;
	normal = normalize( tbn * mapN );
#elif defined( USE_BUMPMAP )
	normal = perturbNormalArb( - vViewPosition, normal, dHdxy_fwd(), faceDirection );
#endif`,normal_pars_fragment:`#ifndef FLAT_SHADED
	varying vec3 vNormal;
	#ifdef USE_TANGENT
		varying vec3 vTangent;
		varying vec3 vBitangent;
	#endif
#endif`,normal_pars_vertex:`#ifndef FLAT_SHADED
	varying vec3 vNormal;
	#ifdef USE_TANGENT
		varying vec3 vTangent;
		varying vec3 vBitangent;
	#endif
#endif`,normal_vertex:`#ifndef FLAT_SHADED
	vNormal = normalize( transformedNormal );
	#ifdef USE_TANGENT
		vTangent = normalize( transformedTangent );
		vBitangent = normalize( cross( vNormal, vTangent ) * tangent.w );
		#ifdef FLIP_SIDED
			vBitangent = - vBitangent;
		#endif
	#endif
#endif`,normalmap_pars_fragment:`#ifdef USE_NORMALMAP
	uniform sampler2D normalMap;
	uniform vec2 normalScale;
#endif
#ifdef USE_NORMALMAP_OBJECTSPACE
	uniform mat3 normalMatrix;
#endif
#if ! defined ( USE_TANGENT ) && ( defined ( USE_NORMALMAP_TANGENTSPACE ) || defined ( USE_CLEARCOAT_NORMALMAP ) || defined( USE_ANISOTROPY ) )
	mat3 getTangentFrame( vec3 eye_pos, vec3 surf_norm, vec2 uv ) {
		vec3 q0 = dFdx( eye_pos.xyz );
		vec3 q1 = dFdy( eye_pos.xyz );
		vec2 st0 = dFdx( uv.st );
		vec2 st1 = dFdy( uv.st );
		vec3 N = surf_norm;
		vec3 q1perp = cross( q1, N );
		vec3 q0perp = cross( N, q0 );
		vec3 T = q1perp * st0.x + q0perp * st1.x;
		vec3 B = q1perp * st0.y + q0perp * st1.y;
		float det = max( dot( T, T ), dot( B, B ) );
		float scale = ( det == 0.0 ) ? 0.0 : inversesqrt( det );
		return mat3( T * scale, B * scale, N );
	}
#endif`,clearcoat_normal_fragment_begin:`#ifdef USE_CLEARCOAT
	vec3 clearcoatNormal = nonPerturbedNormal;
#endif`,clearcoat_normal_fragment_maps:`#ifdef USE_CLEARCOAT_NORMALMAP
	vec3 clearcoatMapN = texture2D( clearcoatNormalMap, vClearcoatNormalMapUv ).xyz * 2.0 - 1.0;
	clearcoatMapN.xy *= clearcoatNormalScale;
	clearcoatNormal = normalize( tbn2 * clearcoatMapN );
#endif`,clearcoat_pars_fragment:`#ifdef USE_CLEARCOATMAP
	uniform sampler2D clearcoatMap;
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
	uniform sampler2D clearcoatNormalMap;
	uniform vec2 clearcoatNormalScale;
#endif
#ifdef USE_CLEARCOAT_ROUGHNESSMAP
	uniform sampler2D clearcoatRoughnessMap;
#endif`,iridescence_pars_fragment:`#ifdef USE_IRIDESCENCEMAP
	uniform sampler2D iridescenceMap;
#endif
#ifdef USE_IRIDESCENCE_THICKNESSMAP
	uniform sampler2D iridescenceThicknessMap;
#endif`,opaque_fragment:`#ifdef OPAQUE
diffuseColor.a = 1.0;
#endif
#ifdef USE_TRANSMISSION
diffuseColor.a *= material.transmissionAlpha;
#endif
gl_FragColor = vec4( outgoingLight, diffuseColor.a );`,packing:`vec3 packNormalToRGB( const in vec3 normal ) {
	return normalize( normal ) * 0.5 + 0.5;
}
vec3 unpackRGBToNormal( const in vec3 rgb ) {
	return 2.0 * rgb.xyz - 1.0;
}
const float PackUpscale = 256. / 255.;const float UnpackDownscale = 255. / 256.;const float ShiftRight8 = 1. / 256.;
const float Inv255 = 1. / 255.;
const vec4 PackFactors = vec4( 1.0, 256.0, 256.0 * 256.0, 256.0 * 256.0 * 256.0 );
const vec2 UnpackFactors2 = vec2( UnpackDownscale, 1.0 / PackFactors.g );
const vec3 UnpackFactors3 = vec3( UnpackDownscale / PackFactors.rg, 1.0 / PackFactors.b );
const vec4 UnpackFactors4 = vec4( UnpackDownscale / PackFactors.rgb, 1.0 / PackFactors.a );
vec4 packDepthToRGBA( const in float v ) {
	if( v <= 0.0 )
		return vec4( 0., 0., 0., 0. );
	if( v >= 1.0 )
		return vec4( 1., 1., 1., 1. );
	float vuf;
	float af = modf( v * PackFactors.a, vuf );
	float bf = modf( vuf * ShiftRight8, vuf );
	float gf = modf( vuf * ShiftRight8, vuf );
	return vec4( vuf * Inv255, gf * PackUpscale, bf * PackUpscale, af );
}
vec3 packDepthToRGB( const in float v ) {
	if( v <= 0.0 )
		return vec3( 0., 0., 0. );
	if( v >= 1.0 )
		return vec3( 1., 1., 1. );
	float vuf;
	float bf = modf( v * PackFactors.b, vuf );
	float gf = modf( vuf * ShiftRight8, vuf );
	return vec3( vuf * Inv255, gf * PackUpscale, bf );
}
vec2 packDepthToRG( const in float v ) {
	if( v <= 0.0 )
		return vec2( 0., 0. );
	if( v >= 1.0 )
		return vec2( 1., 1. );
	float vuf;
	float gf = modf( v * 256., vuf );
	return vec2( vuf * Inv255, gf );
}
float unpackRGBAToDepth( const in vec4 v ) {
	return dot( v, UnpackFactors4 );
}
float unpackRGBToDepth( const in vec3 v ) {
	return dot( v, UnpackFactors3 );
}
float unpackRGToDepth( const in vec2 v ) {
	return v.r * UnpackFactors2.r + v.g * UnpackFactors2.g;
}
vec4 pack2HalfToRGBA( const in vec2 v ) {
	vec4 r = vec4( v.x, fract( v.x * 255.0 ), v.y, fract( v.y * 255.0 ) );
	return vec4( r.x - r.y / 255.0, r.y, r.z - r.w / 255.0, r.w );
}
vec2 unpackRGBATo2Half( const in vec4 v ) {
	return vec2( v.x + ( v.y / 255.0 ), v.z + ( v.w / 255.0 ) );
}
float viewZToOrthographicDepth( const in float viewZ, const in float near, const in float far ) {
	return ( viewZ + near ) / ( near - far );
}
float orthographicDepthToViewZ( const in float depth, const in float near, const in float far ) {
	#ifdef USE_REVERSED_DEPTH_BUFFER
	
		return depth * ( far - near ) - far;
	#else
		return depth * ( near - far ) - near;
	#endif
}
float viewZToPerspectiveDepth( const in float viewZ, const in float near, const in float far ) {
	return ( ( near + viewZ ) * far ) / ( ( far - near ) * viewZ );
}
float perspectiveDepthToViewZ( const in float depth, const in float near, const in float far ) {
	
	#ifdef USE_REVERSED_DEPTH_BUFFER
		return ( near * far ) / ( ( near - far ) * depth - near );
	#else
		return ( near * far ) / ( ( far - near ) * depth - far );
	#endif
}`,premultiplied_alpha_fragment:`#ifdef PREMULTIPLIED_ALPHA
	gl_FragColor.rgb *= gl_FragColor.a;
#endif`,project_vertex:`vec4 mvPosition = vec4( transformed, 1.0 );
#ifdef USE_BATCHING
	mvPosition = batchingMatrix * mvPosition;
#endif
#ifdef USE_INSTANCING
	mvPosition = instanceMatrix * mvPosition;
#endif
mvPosition = modelViewMatrix * mvPosition;
gl_Position = projectionMatrix * mvPosition;`,dithering_fragment:`#ifdef DITHERING
	gl_FragColor.rgb = dithering( gl_FragColor.rgb );
#endif`,dithering_pars_fragment:`#ifdef DITHERING
	vec3 dithering( vec3 color ) {
		float grid_position = rand( gl_FragCoord.xy );
		vec3 dither_shift_RGB = vec3( 0.25 / 255.0, -0.25 / 255.0, 0.25 / 255.0 );
		dither_shift_RGB = mix( 2.0 * dither_shift_RGB, -2.0 * dither_shift_RGB, grid_position );
		return color + dither_shift_RGB;
	}
#endif`,roughnessmap_fragment:`float roughnessFactor = roughness;
#ifdef USE_ROUGHNESSMAP
	vec4 texelRoughness = texture2D( roughnessMap, vRoughnessMapUv );
	roughnessFactor *= texelRoughness.g;
#endif`,roughnessmap_pars_fragment:`#ifdef USE_ROUGHNESSMAP
	uniform sampler2D roughnessMap;
#endif`,shadowmap_pars_fragment:`#if NUM_SPOT_LIGHT_COORDS > 0
	varying vec4 vSpotLightCoord[ NUM_SPOT_LIGHT_COORDS ];
#endif
#if NUM_SPOT_LIGHT_MAPS > 0
	uniform sampler2D spotLightMap[ NUM_SPOT_LIGHT_MAPS ];
#endif
#ifdef USE_SHADOWMAP
	#if NUM_SUN_LIGHT_SHADOWS > 0
		#define SUN_LIGHT_CASCADES 2
		#if defined( SHADOWMAP_TYPE_PCF )
			uniform sampler2DShadow sunShadowMap[ NUM_SUN_LIGHT_SHADOWS ];
		#else
			uniform sampler2D sunShadowMap[ NUM_SUN_LIGHT_SHADOWS ];
		#endif
		uniform mat4 sunShadowMatrix[ NUM_SUN_LIGHT_SHADOWS * SUN_LIGHT_CASCADES ];
		uniform vec4 sunShadowCascade[ NUM_SUN_LIGHT_SHADOWS * SUN_LIGHT_CASCADES ];
		varying vec4 vSunShadowWorldPosition;
		varying vec3 vSunShadowWorldNormal;
		struct SunLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
		};
		uniform SunLightShadow sunLightShadows[ NUM_SUN_LIGHT_SHADOWS ];
	#endif
	#if NUM_DIR_LIGHT_SHADOWS > 0
		#if defined( SHADOWMAP_TYPE_PCF )
			uniform sampler2DShadow directionalShadowMap[ NUM_DIR_LIGHT_SHADOWS ];
		#else
			uniform sampler2D directionalShadowMap[ NUM_DIR_LIGHT_SHADOWS ];
		#endif
		varying vec4 vDirectionalShadowCoord[ NUM_DIR_LIGHT_SHADOWS ];
		struct DirectionalLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
		};
		uniform DirectionalLightShadow directionalLightShadows[ NUM_DIR_LIGHT_SHADOWS ];
	#endif
	#if NUM_SPOT_LIGHT_SHADOWS > 0
		#if defined( SHADOWMAP_TYPE_PCF )
			uniform sampler2DShadow spotShadowMap[ NUM_SPOT_LIGHT_SHADOWS ];
		#else
			uniform sampler2D spotShadowMap[ NUM_SPOT_LIGHT_SHADOWS ];
		#endif
		struct SpotLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
		};
		uniform SpotLightShadow spotLightShadows[ NUM_SPOT_LIGHT_SHADOWS ];
	#endif
	#if NUM_POINT_LIGHT_SHADOWS > 0
		#if defined( SHADOWMAP_TYPE_PCF )
			uniform samplerCubeShadow pointShadowMap[ NUM_POINT_LIGHT_SHADOWS ];
		#elif defined( SHADOWMAP_TYPE_BASIC )
			uniform samplerCube pointShadowMap[ NUM_POINT_LIGHT_SHADOWS ];
		#endif
		varying vec4 vPointShadowCoord[ NUM_POINT_LIGHT_SHADOWS ];
		struct PointLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
			float shadowCameraNear;
			float shadowCameraFar;
		};
		uniform PointLightShadow pointLightShadows[ NUM_POINT_LIGHT_SHADOWS ];
	#endif
	#if defined( SHADOWMAP_TYPE_PCF )
		float interleavedGradientNoise( vec2 position ) {
			return fract( 52.9829189 * fract( dot( position, vec2( 0.06711056, 0.00583715 ) ) ) );
		}
		vec2 vogelDiskSample( int sampleIndex, int samplesCount, float phi ) {
			const float goldenAngle = 2.399963229728653;
			float r = sqrt( ( float( sampleIndex ) + 0.5 ) / float( samplesCount ) );
			float theta = float( sampleIndex ) * goldenAngle + phi;
			return vec2( cos( theta ), sin( theta ) ) * r;
		}
	#endif
	#if defined( SHADOWMAP_TYPE_PCF )
		float getShadow( sampler2DShadow shadowMap, vec2 shadowMapSize, float shadowIntensity, float shadowBias, float shadowRadius, vec4 shadowCoord ) {
			float shadow = 1.0;
			shadowCoord.xyz /= shadowCoord.w;
			#ifdef USE_REVERSED_DEPTH_BUFFER
				shadowCoord.z -= shadowBias;
			#else
				shadowCoord.z += shadowBias;
			#endif
			bool inFrustum = shadowCoord.x >= 0.0 && shadowCoord.x <= 1.0 && shadowCoord.y >= 0.0 && shadowCoord.y <= 1.0;
			bool frustumTest = inFrustum && shadowCoord.z <= 1.0;
			if ( frustumTest ) {
				vec2 texelSize = vec2( 1.0 ) / shadowMapSize;
				vec2 radius = shadowRadius * texelSize;
				float phi = interleavedGradientNoise( gl_FragCoord.xy ) * PI2;
				shadow = (
					texture( shadowMap, vec3( shadowCoord.xy + vogelDiskSample( 0, 5, phi ) * radius, shadowCoord.z ) ) +
					texture( shadowMap, vec3( shadowCoord.xy + vogelDiskSample( 1, 5, phi ) * radius, shadowCoord.z ) ) +
					texture( shadowMap, vec3( shadowCoord.xy + vogelDiskSample( 2, 5, phi ) * radius, shadowCoord.z ) ) +
					texture( shadowMap, vec3( shadowCoord.xy + vogelDiskSample( 3, 5, phi ) * radius, shadowCoord.z ) ) +
					texture( shadowMap, vec3( shadowCoord.xy + vogelDiskSample( 4, 5, phi ) * radius, shadowCoord.z ) )
				) * 0.2;
			}
			return mix( 1.0, shadow, shadowIntensity );
		}
	#elif defined( SHADOWMAP_TYPE_VSM )
		float getShadow( sampler2D shadowMap, vec2 shadowMapSize, float shadowIntensity, float shadowBias, float shadowRadius, vec4 shadowCoord ) {
			float shadow = 1.0;
			shadowCoord.xyz /= shadowCoord.w;
			#ifdef USE_REVERSED_DEPTH_BUFFER
				shadowCoord.z -= shadowBias;
			#else
				shadowCoord.z += shadowBias;
			#endif
			bool inFrustum = shadowCoord.x >= 0.0 && shadowCoord.x <= 1.0 && shadowCoord.y >= 0.0 && shadowCoord.y <= 1.0;
			bool frustumTest = inFrustum && shadowCoord.z <= 1.0;
			if ( frustumTest ) {
				vec2 distribution = texture2D( shadowMap, shadowCoord.xy ).rg;
				float mean = distribution.x;
				float variance = distribution.y * distribution.y;
				#ifdef USE_REVERSED_DEPTH_BUFFER
					float hard_shadow = step( mean, shadowCoord.z );
				#else
					float hard_shadow = step( shadowCoord.z, mean );
				#endif
				
				if ( hard_shadow == 1.0 ) {
					shadow = 1.0;
				} else {
					variance = max( variance, 0.0000001 );
					float d = shadowCoord.z - mean;
					float p_max = variance / ( variance + d * d );
					p_max = clamp( ( p_max - 0.3 ) / 0.65, 0.0, 1.0 );
					shadow = max( hard_shadow, p_max );
				}
			}
			return mix( 1.0, shadow, shadowIntensity );
		}
	#else
		float getShadow( sampler2D shadowMap, vec2 shadowMapSize, float shadowIntensity, float shadowBias, float shadowRadius, vec4 shadowCoord ) {
			float shadow = 1.0;
			shadowCoord.xyz /= shadowCoord.w;
			#ifdef USE_REVERSED_DEPTH_BUFFER
				shadowCoord.z -= shadowBias;
			#else
				shadowCoord.z += shadowBias;
			#endif
			bool inFrustum = shadowCoord.x >= 0.0 && shadowCoord.x <= 1.0 && shadowCoord.y >= 0.0 && shadowCoord.y <= 1.0;
			bool frustumTest = inFrustum && shadowCoord.z <= 1.0;
			if ( frustumTest ) {
				float depth = texture2D( shadowMap, shadowCoord.xy ).r;
				#ifdef USE_REVERSED_DEPTH_BUFFER
					shadow = step( depth, shadowCoord.z );
				#else
					shadow = step( shadowCoord.z, depth );
				#endif
			}
			return mix( 1.0, shadow, shadowIntensity );
		}
	#endif
	#if NUM_SUN_LIGHT_SHADOWS > 0
		float getSunShadow(
			#if defined( SHADOWMAP_TYPE_PCF )
				sampler2DShadow shadowMap,
			#else
				sampler2D shadowMap,
			#endif
			SunLightShadow sunLightShadow,
			int shadowIndex
		) {
			vec4 shadowWorldPosition = vec4( vSunShadowWorldPosition.xyz + vSunShadowWorldNormal * sunLightShadow.shadowNormalBias, 1.0 );
			float viewDepth = vSunShadowWorldPosition.w;
			int cascadeOffset = shadowIndex * SUN_LIGHT_CASCADES;
			float shadow = 1.0;
			for ( int i = SUN_LIGHT_CASCADES - 1; i >= 0; i -- ) {
				vec4 cascade = sunShadowCascade[ cascadeOffset + i ];
				if ( viewDepth >= cascade.x && viewDepth < cascade.y ) {
					float cascadeShadow = getShadow(
						shadowMap,
						sunLightShadow.shadowMapSize,
						sunLightShadow.shadowIntensity,
						sunLightShadow.shadowBias,
						sunLightShadow.shadowRadius,
						sunShadowMatrix[ cascadeOffset + i ] * shadowWorldPosition
					);
					shadow = mix( cascadeShadow, shadow, smoothstep( cascade.z, cascade.y, viewDepth ) );
				}
			}
			return shadow;
		}
	#endif
	#if NUM_POINT_LIGHT_SHADOWS > 0
	#if defined( SHADOWMAP_TYPE_PCF )
	float getPointShadow( samplerCubeShadow shadowMap, vec2 shadowMapSize, float shadowIntensity, float shadowBias, float shadowRadius, vec4 shadowCoord, float shadowCameraNear, float shadowCameraFar ) {
		float shadow = 1.0;
		vec3 lightToPosition = shadowCoord.xyz;
		vec3 bd3D = normalize( lightToPosition );
		vec3 absVec = abs( lightToPosition );
		float viewSpaceZ = max( max( absVec.x, absVec.y ), absVec.z );
		if ( viewSpaceZ - shadowCameraFar <= 0.0 && viewSpaceZ - shadowCameraNear >= 0.0 ) {
			float lightDistance = length( lightToPosition );
			float depthRange = shadowCameraFar - shadowCameraNear;
			#ifdef USE_REVERSED_DEPTH_BUFFER
				float depthA = - shadowCameraNear / depthRange - shadowBias;
				float depthB = shadowCameraNear * shadowCameraFar / ( depthRange * lightDistance );
			#else
				float depthA = shadowCameraFar / depthRange + shadowBias;
				float depthB = - shadowCameraNear * shadowCameraFar / ( depthRange * lightDistance );
			#endif
			float texelSize = shadowRadius / shadowMapSize.x;
			vec3 absDir = abs( bd3D );
			vec3 tangent = absDir.x > absDir.z ? vec3( 0.0, 1.0, 0.0 ) : vec3( 1.0, 0.0, 0.0 );
			tangent = normalize( cross( bd3D, tangent ) );
			vec3 bitangent = cross( bd3D, tangent );
			float phi = interleavedGradientNoise( gl_FragCoord.xy ) * PI2;
			shadow = 0.0;
			for ( int i = 0; i < 5; i ++ ) {
				vec2 offset = vogelDiskSample( i, 5, phi );
				vec3 direction = bd3D + ( tangent * offset.x + bitangent * offset.y ) * texelSize;
				vec3 absDirection = abs( direction );
				float dp = depthA + depthB / max( max( absDirection.x, absDirection.y ), absDirection.z );
				shadow += texture( shadowMap, vec4( direction, dp ) );
			}
			shadow *= 0.2;
		}
		return mix( 1.0, shadow, shadowIntensity );
	}
	#elif defined( SHADOWMAP_TYPE_BASIC )
	float getPointShadow( samplerCube shadowMap, vec2 shadowMapSize, float shadowIntensity, float shadowBias, float shadowRadius, vec4 shadowCoord, float shadowCameraNear, float shadowCameraFar ) {
		float shadow = 1.0;
		vec3 lightToPosition = shadowCoord.xyz;
		vec3 absVec = abs( lightToPosition );
		float viewSpaceZ = max( max( absVec.x, absVec.y ), absVec.z );
		if ( viewSpaceZ - shadowCameraFar <= 0.0 && viewSpaceZ - shadowCameraNear >= 0.0 ) {
			float dp = ( shadowCameraFar * ( viewSpaceZ - shadowCameraNear ) ) / ( viewSpaceZ * ( shadowCameraFar - shadowCameraNear ) );
			dp += shadowBias;
			vec3 bd3D = normalize( lightToPosition );
			float depth = textureCube( shadowMap, bd3D ).r;
			#ifdef USE_REVERSED_DEPTH_BUFFER
				depth = 1.0 - depth;
			#endif
			shadow = step( dp, depth );
		}
		return mix( 1.0, shadow, shadowIntensity );
	}
	#endif
	#endif
#endif`,shadowmap_pars_vertex:`#if NUM_SPOT_LIGHT_COORDS > 0
	uniform mat4 spotLightMatrix[ NUM_SPOT_LIGHT_COORDS ];
	varying vec4 vSpotLightCoord[ NUM_SPOT_LIGHT_COORDS ];
#endif
#ifdef USE_SHADOWMAP
	#if NUM_SUN_LIGHT_SHADOWS > 0
		varying vec4 vSunShadowWorldPosition;
		varying vec3 vSunShadowWorldNormal;
	#endif
	#if NUM_DIR_LIGHT_SHADOWS > 0
		uniform mat4 directionalShadowMatrix[ NUM_DIR_LIGHT_SHADOWS ];
		varying vec4 vDirectionalShadowCoord[ NUM_DIR_LIGHT_SHADOWS ];
		struct DirectionalLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
		};
		uniform DirectionalLightShadow directionalLightShadows[ NUM_DIR_LIGHT_SHADOWS ];
	#endif
	#if NUM_SPOT_LIGHT_SHADOWS > 0
		struct SpotLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
		};
		uniform SpotLightShadow spotLightShadows[ NUM_SPOT_LIGHT_SHADOWS ];
	#endif
	#if NUM_POINT_LIGHT_SHADOWS > 0
		uniform mat4 pointShadowMatrix[ NUM_POINT_LIGHT_SHADOWS ];
		varying vec4 vPointShadowCoord[ NUM_POINT_LIGHT_SHADOWS ];
		struct PointLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
			float shadowCameraNear;
			float shadowCameraFar;
		};
		uniform PointLightShadow pointLightShadows[ NUM_POINT_LIGHT_SHADOWS ];
	#endif
#endif`,shadowmap_vertex:`#if ( defined( USE_SHADOWMAP ) && ( NUM_DIR_LIGHT_SHADOWS > 0 || NUM_SUN_LIGHT_SHADOWS > 0 || NUM_POINT_LIGHT_SHADOWS > 0 ) ) || ( NUM_SPOT_LIGHT_COORDS > 0 )
	#ifdef HAS_NORMAL
		vec3 shadowWorldNormal = transformNormalByInverseViewMatrix( transformedNormal, viewMatrix );
	#else
		vec3 shadowWorldNormal = vec3( 0.0 );
	#endif
	vec4 shadowWorldPosition;
#endif
#if defined( USE_SHADOWMAP )
	#if NUM_SUN_LIGHT_SHADOWS > 0
		vSunShadowWorldPosition = vec4( worldPosition.xyz, - mvPosition.z );
		vSunShadowWorldNormal = shadowWorldNormal;
	#endif
	#if NUM_DIR_LIGHT_SHADOWS > 0
		#pragma unroll_loop_start
		for ( int i = 0; i < NUM_DIR_LIGHT_SHADOWS; i ++ ) {
			shadowWorldPosition = worldPosition + vec4( shadowWorldNormal * directionalLightShadows[ i ].shadowNormalBias, 0 );
			vDirectionalShadowCoord[ i ] = directionalShadowMatrix[ i ] * shadowWorldPosition;
		}
		#pragma unroll_loop_end
	#endif
	#if NUM_POINT_LIGHT_SHADOWS > 0
		#pragma unroll_loop_start
		for ( int i = 0; i < NUM_POINT_LIGHT_SHADOWS; i ++ ) {
			shadowWorldPosition = worldPosition + vec4( shadowWorldNormal * pointLightShadows[ i ].shadowNormalBias, 0 );
			vPointShadowCoord[ i ] = pointShadowMatrix[ i ] * shadowWorldPosition;
		}
		#pragma unroll_loop_end
	#endif
#endif
#if NUM_SPOT_LIGHT_COORDS > 0
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_SPOT_LIGHT_COORDS; i ++ ) {
		shadowWorldPosition = worldPosition;
		#if ( defined( USE_SHADOWMAP ) && UNROLLED_LOOP_INDEX < NUM_SPOT_LIGHT_SHADOWS )
			shadowWorldPosition.xyz += shadowWorldNormal * spotLightShadows[ i ].shadowNormalBias;
		#endif
		vSpotLightCoord[ i ] = spotLightMatrix[ i ] * shadowWorldPosition;
	}
	#pragma unroll_loop_end
#endif`,shadowmask_pars_fragment:`float getShadowMask() {
	float shadow = 1.0;
	#ifdef USE_SHADOWMAP
	#if NUM_SUN_LIGHT_SHADOWS > 0
	SunLightShadow sunLight;
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_SUN_LIGHT_SHADOWS; i ++ ) {
		sunLight = sunLightShadows[ i ];
		shadow *= receiveShadow ? getSunShadow( sunShadowMap[ i ], sunLight, UNROLLED_LOOP_INDEX ) : 1.0;
	}
	#pragma unroll_loop_end
	#endif
	#if NUM_DIR_LIGHT_SHADOWS > 0
	DirectionalLightShadow directionalLight;
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_DIR_LIGHT_SHADOWS; i ++ ) {
		directionalLight = directionalLightShadows[ i ];
		shadow *= receiveShadow ? getShadow( directionalShadowMap[ i ], directionalLight.shadowMapSize, directionalLight.shadowIntensity, directionalLight.shadowBias, directionalLight.shadowRadius, vDirectionalShadowCoord[ i ] ) : 1.0;
	}
	#pragma unroll_loop_end
	#endif
	#if NUM_SPOT_LIGHT_SHADOWS > 0
	SpotLightShadow spotLight;
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_SPOT_LIGHT_SHADOWS; i ++ ) {
		spotLight = spotLightShadows[ i ];
		shadow *= receiveShadow ? getShadow( spotShadowMap[ i ], spotLight.shadowMapSize, spotLight.shadowIntensity, spotLight.shadowBias, spotLight.shadowRadius, vSpotLightCoord[ i ] ) : 1.0;
	}
	#pragma unroll_loop_end
	#endif
	#if NUM_POINT_LIGHT_SHADOWS > 0 && ( defined( SHADOWMAP_TYPE_PCF ) || defined( SHADOWMAP_TYPE_BASIC ) )
	PointLightShadow pointLight;
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_POINT_LIGHT_SHADOWS; i ++ ) {
		pointLight = pointLightShadows[ i ];
		shadow *= receiveShadow ? getPointShadow( pointShadowMap[ i ], pointLight.shadowMapSize, pointLight.shadowIntensity, pointLight.shadowBias, pointLight.shadowRadius, vPointShadowCoord[ i ], pointLight.shadowCameraNear, pointLight.shadowCameraFar ) : 1.0;
	}
	#pragma unroll_loop_end
	#endif
	#endif
	return shadow;
}`,skinbase_vertex:`#ifdef USE_SKINNING
	mat4 boneMatX = getBoneMatrix( skinIndex.x );
	mat4 boneMatY = getBoneMatrix( skinIndex.y );
	mat4 boneMatZ = getBoneMatrix( skinIndex.z );
	mat4 boneMatW = getBoneMatrix( skinIndex.w );
#endif`,skinning_pars_vertex:`#ifdef USE_SKINNING
	uniform mat4 bindMatrix;
	uniform mat4 bindMatrixInverse;
	uniform highp sampler2D boneTexture;
	mat4 getBoneMatrix( const in float i ) {
		int size = textureSize( boneTexture, 0 ).x;
		int j = int( i ) * 4;
		int x = j % size;
		int y = j / size;
		vec4 v1 = texelFetch( boneTexture, ivec2( x, y ), 0 );
		vec4 v2 = texelFetch( boneTexture, ivec2( x + 1, y ), 0 );
		vec4 v3 = texelFetch( boneTexture, ivec2( x + 2, y ), 0 );
		vec4 v4 = texelFetch( boneTexture, ivec2( x + 3, y ), 0 );
		return mat4( v1, v2, v3, v4 );
	}
#endif`,skinning_vertex:`#ifdef USE_SKINNING
	vec4 skinVertex = bindMatrix * vec4( transformed, 1.0 );
	vec4 skinned = vec4( 0.0 );
	skinned += boneMatX * skinVertex * skinWeight.x;
	skinned += boneMatY * skinVertex * skinWeight.y;
	skinned += boneMatZ * skinVertex * skinWeight.z;
	skinned += boneMatW * skinVertex * skinWeight.w;
	transformed = ( bindMatrixInverse * skinned ).xyz;
#endif`,skinnormal_vertex:`#ifdef USE_SKINNING
	mat4 skinMatrix = mat4( 0.0 );
	skinMatrix += skinWeight.x * boneMatX;
	skinMatrix += skinWeight.y * boneMatY;
	skinMatrix += skinWeight.z * boneMatZ;
	skinMatrix += skinWeight.w * boneMatW;
	skinMatrix = bindMatrixInverse * skinMatrix * bindMatrix;
	objectNormal = vec4( skinMatrix * vec4( objectNormal, 0.0 ) ).xyz;
	#ifdef USE_TANGENT
		objectTangent = vec4( skinMatrix * vec4( objectTangent, 0.0 ) ).xyz;
	#endif
#endif`,specularmap_fragment:`float specularStrength;
#ifdef USE_SPECULARMAP
	vec4 texelSpecular = texture2D( specularMap, vSpecularMapUv );
	specularStrength = texelSpecular.r;
#else
	specularStrength = 1.0;
#endif`,specularmap_pars_fragment:`#ifdef USE_SPECULARMAP
	uniform sampler2D specularMap;
#endif`,tonemapping_fragment:`#if defined( TONE_MAPPING )
	gl_FragColor.rgb = toneMapping( gl_FragColor.rgb );
#endif`,tonemapping_pars_fragment:`#ifndef saturate
#define saturate( a ) clamp( a, 0.0, 1.0 )
#endif
uniform float toneMappingExposure;
vec3 LinearToneMapping( vec3 color ) {
	return saturate( toneMappingExposure * color );
}
vec3 ReinhardToneMapping( vec3 color ) {
	color *= toneMappingExposure;
	return saturate( color / ( vec3( 1.0 ) + color ) );
}
vec3 CineonToneMapping( vec3 color ) {
	color *= toneMappingExposure;
	color = max( vec3( 0.0 ), color - 0.004 );
	return pow( ( color * ( 6.2 * color + 0.5 ) ) / ( color * ( 6.2 * color + 1.7 ) + 0.06 ), vec3( 2.2 ) );
}
vec3 RRTAndODTFit( vec3 v ) {
	vec3 a = v * ( v + 0.0245786 ) - 0.000090537;
	vec3 b = v * ( 0.983729 * v + 0.4329510 ) + 0.238081;
	return a / b;
}
vec3 ACESFilmicToneMapping( vec3 color ) {
	const mat3 ACESInputMat = mat3(
		vec3( 0.59719, 0.07600, 0.02840 ),		vec3( 0.35458, 0.90834, 0.13383 ),
		vec3( 0.04823, 0.01566, 0.83777 )
	);
	const mat3 ACESOutputMat = mat3(
		vec3(  1.60475, -0.10208, -0.00327 ),		vec3( -0.53108,  1.10813, -0.07276 ),
		vec3( -0.07367, -0.00605,  1.07602 )
	);
	color *= toneMappingExposure / 0.6;
	color = ACESInputMat * color;
	color = RRTAndODTFit( color );
	color = ACESOutputMat * color;
	return saturate( color );
}
const mat3 LINEAR_REC2020_TO_LINEAR_SRGB = mat3(
	vec3( 1.6605, - 0.1246, - 0.0182 ),
	vec3( - 0.5876, 1.1329, - 0.1006 ),
	vec3( - 0.0728, - 0.0083, 1.1187 )
);
const mat3 LINEAR_SRGB_TO_LINEAR_REC2020 = mat3(
	vec3( 0.6274, 0.0691, 0.0164 ),
	vec3( 0.3293, 0.9195, 0.0880 ),
	vec3( 0.0433, 0.0113, 0.8956 )
);
vec3 agxDefaultContrastApprox( vec3 x ) {
	vec3 x2 = x * x;
	vec3 x4 = x2 * x2;
	return + 15.5 * x4 * x2
		- 40.14 * x4 * x
		+ 31.96 * x4
		- 6.868 * x2 * x
		+ 0.4298 * x2
		+ 0.1191 * x
		- 0.00232;
}
vec3 AgXToneMapping( vec3 color ) {
	const mat3 AgXInsetMatrix = mat3(
		vec3( 0.856627153315983, 0.137318972929847, 0.11189821299995 ),
		vec3( 0.0951212405381588, 0.761241990602591, 0.0767994186031903 ),
		vec3( 0.0482516061458583, 0.101439036467562, 0.811302368396859 )
	);
	const mat3 AgXOutsetMatrix = mat3(
		vec3( 1.1271005818144368, - 0.1413297634984383, - 0.14132976349843826 ),
		vec3( - 0.11060664309660323, 1.157823702216272, - 0.11060664309660294 ),
		vec3( - 0.016493938717834573, - 0.016493938717834257, 1.2519364065950405 )
	);
	const float AgxMinEv = - 12.47393;	const float AgxMaxEv = 4.026069;
	color *= toneMappingExposure;
	color = LINEAR_SRGB_TO_LINEAR_REC2020 * color;
	color = AgXInsetMatrix * color;
	color = max( color, 1e-10 );	color = log2( color );
	color = ( color - AgxMinEv ) / ( AgxMaxEv - AgxMinEv );
	color = clamp( color, 0.0, 1.0 );
	color = agxDefaultContrastApprox( color );
	color = AgXOutsetMatrix * color;
	color = pow( max( vec3( 0.0 ), color ), vec3( 2.2 ) );
	color = LINEAR_REC2020_TO_LINEAR_SRGB * color;
	color = clamp( color, 0.0, 1.0 );
	return color;
}
vec3 NeutralToneMapping( vec3 color ) {
	const float StartCompression = 0.8 - 0.04;
	const float Desaturation = 0.15;
	color *= toneMappingExposure;
	float x = min( color.r, min( color.g, color.b ) );
	float offset = x < 0.08 ? x - 6.25 * x * x : 0.04;
	color -= offset;
	float peak = max( color.r, max( color.g, color.b ) );
	if ( peak < StartCompression ) return color;
	float d = 1. - StartCompression;
	float newPeak = 1. - d * d / ( peak + d - StartCompression );
	color *= newPeak / peak;
	float g = 1. - 1. / ( Desaturation * ( peak - newPeak ) + 1. );
	return mix( color, vec3( newPeak ), g );
}
vec3 CustomToneMapping( vec3 color ) { return color; }`,transmission_fragment:`#ifdef USE_TRANSMISSION
	material.transmission = transmission;
	material.transmissionAlpha = 1.0;
	material.thickness = thickness;
	material.attenuationDistance = attenuationDistance;
	material.attenuationColor = attenuationColor;
	#ifdef USE_TRANSMISSIONMAP
		material.transmission *= texture2D( transmissionMap, vTransmissionMapUv ).r;
	#endif
	#ifdef USE_THICKNESSMAP
		material.thickness *= texture2D( thicknessMap, vThicknessMapUv ).g;
	#endif
	vec3 pos = vWorldPosition;
	vec3 v = normalize( cameraPosition - pos );
	vec3 n = transformNormalByInverseViewMatrix( normal, viewMatrix );
	vec4 transmitted = getIBLVolumeRefraction(
		n, v, material.roughness, material.diffuseContribution, material.specularColorBlended, material.specularF90,
		pos, modelMatrix, viewMatrix, projectionMatrix, material.dispersion, material.ior, material.thickness,
		material.attenuationColor, material.attenuationDistance );
	material.transmissionAlpha = mix( material.transmissionAlpha, transmitted.a, material.transmission );
	totalDiffuse = mix( totalDiffuse, transmitted.rgb, material.transmission );
#endif`,transmission_pars_fragment:`#ifdef USE_TRANSMISSION
	uniform float transmission;
	uniform float thickness;
	uniform float attenuationDistance;
	uniform vec3 attenuationColor;
	#ifdef USE_TRANSMISSIONMAP
		uniform sampler2D transmissionMap;
	#endif
	#ifdef USE_THICKNESSMAP
		uniform sampler2D thicknessMap;
	#endif
	uniform vec2 transmissionSamplerSize;
	uniform sampler2D transmissionSamplerMap;
	uniform mat4 modelMatrix;
	uniform mat4 projectionMatrix;
	varying vec3 vWorldPosition;
	float w0( float a ) {
		return ( 1.0 / 6.0 ) * ( a * ( a * ( - a + 3.0 ) - 3.0 ) + 1.0 );
	}
	float w1( float a ) {
		return ( 1.0 / 6.0 ) * ( a *  a * ( 3.0 * a - 6.0 ) + 4.0 );
	}
	float w2( float a ){
		return ( 1.0 / 6.0 ) * ( a * ( a * ( - 3.0 * a + 3.0 ) + 3.0 ) + 1.0 );
	}
	float w3( float a ) {
		return ( 1.0 / 6.0 ) * ( a * a * a );
	}
	float g0( float a ) {
		return w0( a ) + w1( a );
	}
	float g1( float a ) {
		return w2( a ) + w3( a );
	}
	float h0( float a ) {
		return - 1.0 + w1( a ) / ( w0( a ) + w1( a ) );
	}
	float h1( float a ) {
		return 1.0 + w3( a ) / ( w2( a ) + w3( a ) );
	}
	vec4 bicubic( sampler2D tex, vec2 uv, vec4 texelSize, float lod ) {
		uv = uv * texelSize.zw + 0.5;
		vec2 iuv = floor( uv );
		vec2 fuv = fract( uv );
		float g0x = g0( fuv.x );
		float g1x = g1( fuv.x );
		float h0x = h0( fuv.x );
		float h1x = h1( fuv.x );
		float h0y = h0( fuv.y );
		float h1y = h1( fuv.y );
		vec2 p0 = ( vec2( iuv.x + h0x, iuv.y + h0y ) - 0.5 ) * texelSize.xy;
		vec2 p1 = ( vec2( iuv.x + h1x, iuv.y + h0y ) - 0.5 ) * texelSize.xy;
		vec2 p2 = ( vec2( iuv.x + h0x, iuv.y + h1y ) - 0.5 ) * texelSize.xy;
		vec2 p3 = ( vec2( iuv.x + h1x, iuv.y + h1y ) - 0.5 ) * texelSize.xy;
		return g0( fuv.y ) * ( g0x * textureLod( tex, p0, lod ) + g1x * textureLod( tex, p1, lod ) ) +
			g1( fuv.y ) * ( g0x * textureLod( tex, p2, lod ) + g1x * textureLod( tex, p3, lod ) );
	}
	vec4 textureBicubic( sampler2D sampler, vec2 uv, float lod ) {
		vec2 fLodSize = vec2( textureSize( sampler, int( lod ) ) );
		vec2 cLodSize = vec2( textureSize( sampler, int( lod + 1.0 ) ) );
		vec2 fLodSizeInv = 1.0 / fLodSize;
		vec2 cLodSizeInv = 1.0 / cLodSize;
		vec4 fSample = bicubic( sampler, uv, vec4( fLodSizeInv, fLodSize ), floor( lod ) );
		vec4 cSample = bicubic( sampler, uv, vec4( cLodSizeInv, cLodSize ), ceil( lod ) );
		return mix( fSample, cSample, fract( lod ) );
	}
	vec3 getVolumeTransmissionRay( const in vec3 n, const in vec3 v, const in float thickness, const in float ior, const in mat4 modelMatrix ) {
		vec3 refractionVector = refract( - v, normalize( n ), 1.0 / ior );
		vec3 modelScale;
		modelScale.x = length( vec3( modelMatrix[ 0 ].xyz ) );
		modelScale.y = length( vec3( modelMatrix[ 1 ].xyz ) );
		modelScale.z = length( vec3( modelMatrix[ 2 ].xyz ) );
		return normalize( refractionVector ) * thickness * modelScale;
	}
	float applyIorToRoughness( const in float roughness, const in float ior ) {
		return roughness * clamp( ior * 2.0 - 2.0, 0.0, 1.0 );
	}
	vec4 getTransmissionSample( const in vec2 fragCoord, const in float roughness, const in float ior ) {
		float lod = log2( transmissionSamplerSize.x ) * applyIorToRoughness( roughness, ior );
		return textureBicubic( transmissionSamplerMap, fragCoord.xy, lod );
	}
	vec3 volumeAttenuation( const in float transmissionDistance, const in vec3 attenuationColor, const in float attenuationDistance ) {
		if ( isinf( attenuationDistance ) ) {
			return vec3( 1.0 );
		} else {
			vec3 attenuationCoefficient = -log( attenuationColor ) / attenuationDistance;
			vec3 transmittance = exp( - attenuationCoefficient * transmissionDistance );			return transmittance;
		}
	}
	vec4 getIBLVolumeRefraction( const in vec3 n, const in vec3 v, const in float roughness, const in vec3 diffuseColor,
		const in vec3 specularColor, const in float specularF90, const in vec3 position, const in mat4 modelMatrix,
		const in mat4 viewMatrix, const in mat4 projMatrix, const in float dispersion, const in float ior, const in float thickness,
		const in vec3 attenuationColor, const in float attenuationDistance ) {
		vec4 transmittedLight;
		vec3 transmittance;
		#ifdef USE_DISPERSION
			float halfSpread = ( ior - 1.0 ) * 0.025 * dispersion;
			vec3 iors = vec3( ior - halfSpread, ior, ior + halfSpread );
			for ( int i = 0; i < 3; i ++ ) {
				vec3 transmissionRay = getVolumeTransmissionRay( n, v, thickness, iors[ i ], modelMatrix );
				vec3 refractedRayExit = position + transmissionRay;
				vec4 ndcPos = projMatrix * viewMatrix * vec4( refractedRayExit, 1.0 );
				vec2 refractionCoords = ndcPos.xy / ndcPos.w;
				refractionCoords += 1.0;
				refractionCoords /= 2.0;
				vec4 transmissionSample = getTransmissionSample( refractionCoords, roughness, iors[ i ] );
				transmittedLight[ i ] = transmissionSample[ i ];
				transmittedLight.a += transmissionSample.a;
				transmittance[ i ] = diffuseColor[ i ] * volumeAttenuation( length( transmissionRay ), attenuationColor, attenuationDistance )[ i ];
			}
			transmittedLight.a /= 3.0;
		#else
			vec3 transmissionRay = getVolumeTransmissionRay( n, v, thickness, ior, modelMatrix );
			vec3 refractedRayExit = position + transmissionRay;
			vec4 ndcPos = projMatrix * viewMatrix * vec4( refractedRayExit, 1.0 );
			vec2 refractionCoords = ndcPos.xy / ndcPos.w;
			refractionCoords += 1.0;
			refractionCoords /= 2.0;
			transmittedLight = getTransmissionSample( refractionCoords, roughness, ior );
			transmittance = diffuseColor * volumeAttenuation( length( transmissionRay ), attenuationColor, attenuationDistance );
		#endif
		vec3 attenuatedColor = transmittance * transmittedLight.rgb;
		vec3 F = EnvironmentBRDF( n, v, specularColor, specularF90, roughness );
		float transmittanceFactor = ( transmittance.r + transmittance.g + transmittance.b ) / 3.0;
		return vec4( ( 1.0 - F ) * attenuatedColor, 1.0 - ( 1.0 - transmittedLight.a ) * transmittanceFactor );
	}
#endif`,uv_pars_fragment:`#if defined( USE_UV ) || defined( USE_ANISOTROPY )
	varying vec2 vUv;
#endif
#ifdef USE_MAP
	varying vec2 vMapUv;
#endif
#ifdef USE_ALPHAMAP
	varying vec2 vAlphaMapUv;
#endif
#ifdef USE_LIGHTMAP
	varying vec2 vLightMapUv;
#endif
#ifdef USE_AOMAP
	varying vec2 vAoMapUv;
#endif
#ifdef USE_BUMPMAP
	varying vec2 vBumpMapUv;
#endif
#ifdef USE_NORMALMAP
	varying vec2 vNormalMapUv;
#endif
#ifdef USE_EMISSIVEMAP
	varying vec2 vEmissiveMapUv;
#endif
#ifdef USE_METALNESSMAP
	varying vec2 vMetalnessMapUv;
#endif
#ifdef USE_ROUGHNESSMAP
	varying vec2 vRoughnessMapUv;
#endif
#ifdef USE_DIFFUSE_ROUGHNESSMAP
	varying vec2 vDiffuseRoughnessMapUv;
#endif
#ifdef USE_ANISOTROPYMAP
	varying vec2 vAnisotropyMapUv;
#endif
#ifdef USE_CLEARCOATMAP
	varying vec2 vClearcoatMapUv;
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
	varying vec2 vClearcoatNormalMapUv;
#endif
#ifdef USE_CLEARCOAT_ROUGHNESSMAP
	varying vec2 vClearcoatRoughnessMapUv;
#endif
#ifdef USE_IRIDESCENCEMAP
	varying vec2 vIridescenceMapUv;
#endif
#ifdef USE_IRIDESCENCE_THICKNESSMAP
	varying vec2 vIridescenceThicknessMapUv;
#endif
#ifdef USE_SHEEN_COLORMAP
	varying vec2 vSheenColorMapUv;
#endif
#ifdef USE_SHEEN_ROUGHNESSMAP
	varying vec2 vSheenRoughnessMapUv;
#endif
#ifdef USE_SPECULARMAP
	varying vec2 vSpecularMapUv;
#endif
#ifdef USE_SPECULAR_COLORMAP
	varying vec2 vSpecularColorMapUv;
#endif
#ifdef USE_SPECULAR_INTENSITYMAP
	varying vec2 vSpecularIntensityMapUv;
#endif
#ifdef USE_TRANSMISSIONMAP
	uniform mat3 transmissionMapTransform;
	varying vec2 vTransmissionMapUv;
#endif
#ifdef USE_THICKNESSMAP
	uniform mat3 thicknessMapTransform;
	varying vec2 vThicknessMapUv;
#endif`,uv_pars_vertex:`#if defined( USE_UV ) || defined( USE_ANISOTROPY )
	varying vec2 vUv;
#endif
#ifdef USE_MAP
	uniform mat3 mapTransform;
	varying vec2 vMapUv;
#endif
#ifdef USE_ALPHAMAP
	uniform mat3 alphaMapTransform;
	varying vec2 vAlphaMapUv;
#endif
#ifdef USE_LIGHTMAP
	uniform mat3 lightMapTransform;
	varying vec2 vLightMapUv;
#endif
#ifdef USE_AOMAP
	uniform mat3 aoMapTransform;
	varying vec2 vAoMapUv;
#endif
#ifdef USE_BUMPMAP
	uniform mat3 bumpMapTransform;
	varying vec2 vBumpMapUv;
#endif
#ifdef USE_NORMALMAP
	uniform mat3 normalMapTransform;
	varying vec2 vNormalMapUv;
#endif
#ifdef USE_DISPLACEMENTMAP
	uniform mat3 displacementMapTransform;
	varying vec2 vDisplacementMapUv;
#endif
#ifdef USE_EMISSIVEMAP
	uniform mat3 emissiveMapTransform;
	varying vec2 vEmissiveMapUv;
#endif
#ifdef USE_METALNESSMAP
	uniform mat3 metalnessMapTransform;
	varying vec2 vMetalnessMapUv;
#endif
#ifdef USE_ROUGHNESSMAP
	uniform mat3 roughnessMapTransform;
	varying vec2 vRoughnessMapUv;
#endif
#ifdef USE_DIFFUSE_ROUGHNESSMAP
	uniform mat3 diffuseRoughnessMapTransform;
	varying vec2 vDiffuseRoughnessMapUv;
#endif
#ifdef USE_ANISOTROPYMAP
	uniform mat3 anisotropyMapTransform;
	varying vec2 vAnisotropyMapUv;
#endif
#ifdef USE_CLEARCOATMAP
	uniform mat3 clearcoatMapTransform;
	varying vec2 vClearcoatMapUv;
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
	uniform mat3 clearcoatNormalMapTransform;
	varying vec2 vClearcoatNormalMapUv;
#endif
#ifdef USE_CLEARCOAT_ROUGHNESSMAP
	uniform mat3 clearcoatRoughnessMapTransform;
	varying vec2 vClearcoatRoughnessMapUv;
#endif
#ifdef USE_SHEEN_COLORMAP
	uniform mat3 sheenColorMapTransform;
	varying vec2 vSheenColorMapUv;
#endif
#ifdef USE_SHEEN_ROUGHNESSMAP
	uniform mat3 sheenRoughnessMapTransform;
	varying vec2 vSheenRoughnessMapUv;
#endif
#ifdef USE_IRIDESCENCEMAP
	uniform mat3 iridescenceMapTransform;
	varying vec2 vIridescenceMapUv;
#endif
#ifdef USE_IRIDESCENCE_THICKNESSMAP
	uniform mat3 iridescenceThicknessMapTransform;
	varying vec2 vIridescenceThicknessMapUv;
#endif
#ifdef USE_SPECULARMAP
	uniform mat3 specularMapTransform;
	varying vec2 vSpecularMapUv;
#endif
#ifdef USE_SPECULAR_COLORMAP
	uniform mat3 specularColorMapTransform;
	varying vec2 vSpecularColorMapUv;
#endif
#ifdef USE_SPECULAR_INTENSITYMAP
	uniform mat3 specularIntensityMapTransform;
	varying vec2 vSpecularIntensityMapUv;
#endif
#ifdef USE_TRANSMISSIONMAP
	uniform mat3 transmissionMapTransform;
	varying vec2 vTransmissionMapUv;
#endif
#ifdef USE_THICKNESSMAP
	uniform mat3 thicknessMapTransform;
	varying vec2 vThicknessMapUv;
#endif`,uv_vertex:`#if defined( USE_UV ) || defined( USE_ANISOTROPY )
	vUv = vec3( uv, 1 ).xy;
#endif
#ifdef USE_MAP
	vMapUv = ( mapTransform * vec3( MAP_UV, 1 ) ).xy;
#endif
#ifdef USE_ALPHAMAP
	vAlphaMapUv = ( alphaMapTransform * vec3( ALPHAMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_LIGHTMAP
	vLightMapUv = ( lightMapTransform * vec3( LIGHTMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_AOMAP
	vAoMapUv = ( aoMapTransform * vec3( AOMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_BUMPMAP
	vBumpMapUv = ( bumpMapTransform * vec3( BUMPMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_NORMALMAP
	vNormalMapUv = ( normalMapTransform * vec3( NORMALMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_DISPLACEMENTMAP
	vDisplacementMapUv = ( displacementMapTransform * vec3( DISPLACEMENTMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_EMISSIVEMAP
	vEmissiveMapUv = ( emissiveMapTransform * vec3( EMISSIVEMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_METALNESSMAP
	vMetalnessMapUv = ( metalnessMapTransform * vec3( METALNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_ROUGHNESSMAP
	vRoughnessMapUv = ( roughnessMapTransform * vec3( ROUGHNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_DIFFUSE_ROUGHNESSMAP
	vDiffuseRoughnessMapUv = ( diffuseRoughnessMapTransform * vec3( DIFFUSE_ROUGHNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_ANISOTROPYMAP
	vAnisotropyMapUv = ( anisotropyMapTransform * vec3( ANISOTROPYMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_CLEARCOATMAP
	vClearcoatMapUv = ( clearcoatMapTransform * vec3( CLEARCOATMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
	vClearcoatNormalMapUv = ( clearcoatNormalMapTransform * vec3( CLEARCOAT_NORMALMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_CLEARCOAT_ROUGHNESSMAP
	vClearcoatRoughnessMapUv = ( clearcoatRoughnessMapTransform * vec3( CLEARCOAT_ROUGHNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_IRIDESCENCEMAP
	vIridescenceMapUv = ( iridescenceMapTransform * vec3( IRIDESCENCEMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_IRIDESCENCE_THICKNESSMAP
	vIridescenceThicknessMapUv = ( iridescenceThicknessMapTransform * vec3( IRIDESCENCE_THICKNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_SHEEN_COLORMAP
	vSheenColorMapUv = ( sheenColorMapTransform * vec3( SHEEN_COLORMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_SHEEN_ROUGHNESSMAP
	vSheenRoughnessMapUv = ( sheenRoughnessMapTransform * vec3( SHEEN_ROUGHNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_SPECULARMAP
	vSpecularMapUv = ( specularMapTransform * vec3( SPECULARMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_SPECULAR_COLORMAP
	vSpecularColorMapUv = ( specularColorMapTransform * vec3( SPECULAR_COLORMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_SPECULAR_INTENSITYMAP
	vSpecularIntensityMapUv = ( specularIntensityMapTransform * vec3( SPECULAR_INTENSITYMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_TRANSMISSIONMAP
	vTransmissionMapUv = ( transmissionMapTransform * vec3( TRANSMISSIONMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_THICKNESSMAP
	vThicknessMapUv = ( thicknessMapTransform * vec3( THICKNESSMAP_UV, 1 ) ).xy;
#endif`,worldpos_vertex:`#if defined( USE_ENVMAP ) || defined( DISTANCE ) || defined ( USE_SHADOWMAP ) || defined ( USE_TRANSMISSION ) || NUM_SPOT_LIGHT_COORDS > 0
	vec4 worldPosition = vec4( transformed, 1.0 );
	#ifdef USE_BATCHING
		worldPosition = batchingMatrix * worldPosition;
	#endif
	#ifdef USE_INSTANCING
		worldPosition = instanceMatrix * worldPosition;
	#endif
	worldPosition = modelMatrix * worldPosition;
#endif`,background_vert:`varying vec2 vUv;
uniform mat3 uvTransform;
void main() {
	vUv = ( uvTransform * vec3( uv, 1 ) ).xy;
	gl_Position = vec4( position.xy, 1.0, 1.0 );
}`,background_frag:`uniform sampler2D t2D;
uniform float backgroundIntensity;
varying vec2 vUv;
void main() {
	vec4 texColor = texture2D( t2D, vUv );
	#ifdef DECODE_VIDEO_TEXTURE
		texColor = vec4( mix( pow( texColor.rgb * 0.9478672986 + vec3( 0.0521327014 ), vec3( 2.4 ) ), texColor.rgb * 0.0773993808, vec3( lessThanEqual( texColor.rgb, vec3( 0.04045 ) ) ) ), texColor.w );
	#endif
	texColor.rgb *= backgroundIntensity;
	gl_FragColor = texColor;
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
}`,backgroundCube_vert:`varying vec3 vWorldDirection;
#include <common>
void main() {
	vWorldDirection = transformDirection( position, modelMatrix );
	#include <begin_vertex>
	#include <project_vertex>
	gl_Position.z = gl_Position.w;
}`,backgroundCube_frag:`uniform float backgroundBlurriness;
uniform float backgroundIntensity;
uniform mat3 backgroundRotation;
varying vec3 vWorldDirection;
#include <envmap_common_pars_fragment>
void main() {
	#ifdef ENVMAP_TYPE_PMREM
		vec4 texColor = textureLod( envMap, backgroundRotation * vWorldDirection, roughnessToMip( backgroundBlurriness ) );
	#else
		vec4 texColor = textureCube( envMap, backgroundRotation * vWorldDirection );
	#endif
	texColor.rgb *= backgroundIntensity;
	gl_FragColor = texColor;
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
}`,cube_vert:`varying vec3 vWorldDirection;
#include <common>
void main() {
	vWorldDirection = transformDirection( position, modelMatrix );
	#include <begin_vertex>
	#include <project_vertex>
	gl_Position.z = gl_Position.w;
}`,cube_frag:`uniform samplerCube tCube;
uniform float tFlip;
uniform float opacity;
varying vec3 vWorldDirection;
void main() {
	vec4 texColor = textureCube( tCube, vec3( tFlip * vWorldDirection.x, vWorldDirection.yz ) );
	gl_FragColor = texColor;
	gl_FragColor.a *= opacity;
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
}`,depth_vert:`#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
varying vec2 vHighPrecisionZW;
void main() {
	#include <uv_vertex>
	#include <batching_vertex>
	#include <skinbase_vertex>
	#include <morphinstance_vertex>
	#ifdef USE_DISPLACEMENTMAP
		#include <beginnormal_vertex>
		#include <morphnormal_vertex>
		#include <skinnormal_vertex>
	#endif
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	vHighPrecisionZW = gl_Position.zw;
}`,depth_frag:`#if DEPTH_PACKING == 3200
	uniform float opacity;
#endif
#include <common>
#include <packing>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
varying vec2 vHighPrecisionZW;
void main() {
	vec4 diffuseColor = vec4( 1.0 );
	#include <clipping_planes_fragment>
	#if DEPTH_PACKING == 3200
		diffuseColor.a = opacity;
	#endif
	#include <map_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <logdepthbuf_fragment>
	#ifdef USE_REVERSED_DEPTH_BUFFER
		float fragCoordZ = vHighPrecisionZW[ 0 ] / vHighPrecisionZW[ 1 ];
	#else
		float fragCoordZ = 0.5 * vHighPrecisionZW[ 0 ] / vHighPrecisionZW[ 1 ] + 0.5;
	#endif
	#if DEPTH_PACKING == 3200
		gl_FragColor = vec4( vec3( 1.0 - fragCoordZ ), opacity );
	#elif DEPTH_PACKING == 3201
		gl_FragColor = packDepthToRGBA( fragCoordZ );
	#elif DEPTH_PACKING == 3202
		gl_FragColor = vec4( packDepthToRGB( fragCoordZ ), 1.0 );
	#elif DEPTH_PACKING == 3203
		gl_FragColor = vec4( packDepthToRG( fragCoordZ ), 0.0, 1.0 );
	#endif
}`,distance_vert:`#define DISTANCE
varying vec3 vWorldPosition;
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <batching_vertex>
	#include <skinbase_vertex>
	#include <morphinstance_vertex>
	#ifdef USE_DISPLACEMENTMAP
		#include <beginnormal_vertex>
		#include <morphnormal_vertex>
		#include <skinnormal_vertex>
	#endif
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <worldpos_vertex>
	#include <clipping_planes_vertex>
	vWorldPosition = worldPosition.xyz;
}`,distance_frag:`#define DISTANCE
uniform vec3 referencePosition;
uniform float nearDistance;
uniform float farDistance;
varying vec3 vWorldPosition;
#include <common>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( 1.0 );
	#include <clipping_planes_fragment>
	#include <map_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	float dist = length( vWorldPosition - referencePosition );
	dist = ( dist - nearDistance ) / ( farDistance - nearDistance );
	dist = saturate( dist );
	gl_FragColor = vec4( dist, 0.0, 0.0, 1.0 );
}`,equirect_vert:`varying vec3 vWorldDirection;
#include <common>
void main() {
	vWorldDirection = transformDirection( position, modelMatrix );
	#include <begin_vertex>
	#include <project_vertex>
}`,equirect_frag:`uniform sampler2D tEquirect;
varying vec3 vWorldDirection;
#include <common>
void main() {
	vec3 direction = normalize( vWorldDirection );
	vec2 sampleUV = equirectUv( direction );
	gl_FragColor = texture2D( tEquirect, sampleUV );
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
}`,linedashed_vert:`uniform float scale;
attribute float lineDistance;
varying float vLineDistance;
#include <common>
#include <uv_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <morphtarget_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	vLineDistance = scale * lineDistance;
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	#include <fog_vertex>
}`,linedashed_frag:`uniform vec3 diffuse;
uniform float opacity;
uniform float dashSize;
uniform float totalSize;
varying float vLineDistance;
#include <common>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <fog_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	if ( mod( vLineDistance, totalSize ) > dashSize ) {
		discard;
	}
	vec3 outgoingLight = vec3( 0.0 );
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	outgoingLight = diffuseColor.rgb;
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
}`,meshbasic_vert:`#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <envmap_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#if defined ( USE_ENVMAP ) || defined ( USE_SKINNING )
		#include <beginnormal_vertex>
		#include <morphnormal_vertex>
		#include <skinbase_vertex>
		#include <skinnormal_vertex>
		#include <defaultnormal_vertex>
	#endif
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	#include <worldpos_vertex>
	#include <envmap_vertex>
	#include <fog_vertex>
}`,meshbasic_frag:`uniform vec3 diffuse;
uniform float opacity;
#ifndef FLAT_SHADED
	varying vec3 vNormal;
#endif
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <aomap_pars_fragment>
#include <lightmap_pars_fragment>
#include <envmap_common_pars_fragment>
#include <envmap_pars_fragment>
#include <fog_pars_fragment>
#include <specularmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <specularmap_fragment>
	ReflectedLight reflectedLight = ReflectedLight( vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ) );
	#ifdef USE_LIGHTMAP
		vec4 lightMapTexel = texture2D( lightMap, vLightMapUv );
		reflectedLight.indirectDiffuse += lightMapTexel.rgb * lightMapIntensity * RECIPROCAL_PI;
	#else
		reflectedLight.indirectDiffuse += vec3( 1.0 );
	#endif
	#include <aomap_fragment>
	reflectedLight.indirectDiffuse *= diffuseColor.rgb;
	vec3 outgoingLight = reflectedLight.indirectDiffuse;
	#include <envmap_fragment>
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,meshlambert_vert:`#define LAMBERT
varying vec3 vViewPosition;
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <envmap_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <shadowmap_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	vViewPosition = - mvPosition.xyz;
	#include <worldpos_vertex>
	#include <envmap_vertex>
	#include <shadowmap_vertex>
	#include <fog_vertex>
}`,meshlambert_frag:`#define LAMBERT
uniform vec3 diffuse;
uniform vec3 emissive;
uniform float opacity;
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <aomap_pars_fragment>
#include <lightmap_pars_fragment>
#include <emissivemap_pars_fragment>
#include <envmap_common_pars_fragment>
#include <envmap_pars_fragment>
#include <envmap_physical_pars_fragment>
#include <fog_pars_fragment>
#include <bsdfs>
#include <lights_pars_begin>
#include <normal_pars_fragment>
#include <lights_lambert_pars_fragment>
#include <shadowmap_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <specularmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	ReflectedLight reflectedLight = ReflectedLight( vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ) );
	vec3 totalEmissiveRadiance = emissive;
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <specularmap_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	#include <emissivemap_fragment>
	#include <lights_lambert_fragment>
	#include <lights_fragment_begin>
	#include <lights_fragment_maps>
	#include <lights_fragment_end>
	#include <aomap_fragment>
	vec3 outgoingLight = reflectedLight.directDiffuse + reflectedLight.indirectDiffuse + totalEmissiveRadiance;
	#include <envmap_fragment>
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,meshmatcap_vert:`#define MATCAP
varying vec3 vViewPosition;
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <color_pars_vertex>
#include <displacementmap_pars_vertex>
#include <fog_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	#include <fog_vertex>
	vViewPosition = - mvPosition.xyz;
}`,meshmatcap_frag:`#define MATCAP
uniform vec3 diffuse;
uniform float opacity;
uniform sampler2D matcap;
varying vec3 vViewPosition;
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <fog_pars_fragment>
#include <normal_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	vec3 viewDir = normalize( vViewPosition );
	vec3 x = normalize( vec3( viewDir.z, 0.0, - viewDir.x ) );
	vec3 y = cross( viewDir, x );
	vec2 uv = vec2( dot( x, normal ), dot( y, normal ) ) * 0.495 + 0.5;
	#ifdef USE_MATCAP
		vec4 matcapColor = texture2D( matcap, uv );
	#else
		vec4 matcapColor = vec4( vec3( mix( 0.2, 0.8, uv.y ) ), 1.0 );
	#endif
	vec3 outgoingLight = diffuseColor.rgb * matcapColor.rgb;
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,meshnormal_vert:`#define NORMAL
#if defined( FLAT_SHADED ) || defined( USE_BUMPMAP ) || defined( USE_NORMALMAP_TANGENTSPACE )
	varying vec3 vViewPosition;
#endif
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphinstance_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
#if defined( FLAT_SHADED ) || defined( USE_BUMPMAP ) || defined( USE_NORMALMAP_TANGENTSPACE )
	vViewPosition = - mvPosition.xyz;
#endif
}`,meshnormal_frag:`#define NORMAL
uniform float opacity;
#if defined( FLAT_SHADED ) || defined( USE_BUMPMAP ) || defined( USE_NORMALMAP_TANGENTSPACE )
	varying vec3 vViewPosition;
#endif
#include <uv_pars_fragment>
#include <normal_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( 0.0, 0.0, 0.0, opacity );
	#include <clipping_planes_fragment>
	#include <logdepthbuf_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	gl_FragColor = vec4( normalize( normal ) * 0.5 + 0.5, diffuseColor.a );
	#ifdef OPAQUE
		gl_FragColor.a = 1.0;
	#endif
}`,meshphong_vert:`#define PHONG
varying vec3 vViewPosition;
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <envmap_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <shadowmap_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphinstance_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	vViewPosition = - mvPosition.xyz;
	#include <worldpos_vertex>
	#include <envmap_vertex>
	#include <shadowmap_vertex>
	#include <fog_vertex>
}`,meshphong_frag:`#define PHONG
uniform vec3 diffuse;
uniform vec3 emissive;
uniform vec3 specular;
uniform float shininess;
uniform float opacity;
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <aomap_pars_fragment>
#include <lightmap_pars_fragment>
#include <emissivemap_pars_fragment>
#include <envmap_common_pars_fragment>
#include <envmap_pars_fragment>
#include <envmap_physical_pars_fragment>
#include <fog_pars_fragment>
#include <bsdfs>
#include <lights_pars_begin>
#include <normal_pars_fragment>
#include <lights_phong_pars_fragment>
#include <shadowmap_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <specularmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	ReflectedLight reflectedLight = ReflectedLight( vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ) );
	vec3 totalEmissiveRadiance = emissive;
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <specularmap_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	#include <emissivemap_fragment>
	#include <lights_phong_fragment>
	#include <lights_fragment_begin>
	#include <lights_fragment_maps>
	#include <lights_fragment_end>
	#include <aomap_fragment>
	vec3 outgoingLight = reflectedLight.directDiffuse + reflectedLight.indirectDiffuse + reflectedLight.directSpecular + reflectedLight.indirectSpecular + totalEmissiveRadiance;
	#include <envmap_fragment>
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,meshphysical_vert:`#define STANDARD
varying vec3 vViewPosition;
#ifdef USE_TRANSMISSION
	varying vec3 vWorldPosition;
#endif
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <shadowmap_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	vViewPosition = - mvPosition.xyz;
	#include <worldpos_vertex>
	#include <shadowmap_vertex>
	#include <fog_vertex>
#ifdef USE_TRANSMISSION
	vWorldPosition = worldPosition.xyz;
#endif
}`,meshphysical_frag:`#define STANDARD
#ifdef PHYSICAL
	#define IOR
	#define USE_SPECULAR
#endif
uniform vec3 diffuse;
uniform vec3 emissive;
uniform float roughness;
uniform float metalness;
uniform float opacity;
#ifdef IOR
	uniform float ior;
#endif
#ifdef USE_SPECULAR
	uniform float specularIntensity;
	uniform vec3 specularColor;
	#ifdef USE_SPECULAR_COLORMAP
		uniform sampler2D specularColorMap;
	#endif
	#ifdef USE_SPECULAR_INTENSITYMAP
		uniform sampler2D specularIntensityMap;
	#endif
#endif
#ifdef USE_CLEARCOAT
	uniform float clearcoat;
	uniform float clearcoatRoughness;
#endif
#ifdef USE_DIFFUSE_ROUGHNESS
	uniform float diffuseRoughness;
	#ifdef USE_DIFFUSE_ROUGHNESSMAP
		uniform sampler2D diffuseRoughnessMap;
	#endif
#endif
#ifdef USE_DISPERSION
	uniform float dispersion;
#endif
#ifdef USE_RETROREFLECTION
	uniform float retroreflectivity;
#endif
#ifdef USE_IRIDESCENCE
	uniform float iridescence;
	uniform float iridescenceIOR;
	uniform float iridescenceThicknessMinimum;
	uniform float iridescenceThicknessMaximum;
#endif
#ifdef USE_SHEEN
	uniform vec3 sheenColor;
	uniform float sheenRoughness;
	#ifdef USE_SHEEN_COLORMAP
		uniform sampler2D sheenColorMap;
	#endif
	#ifdef USE_SHEEN_ROUGHNESSMAP
		uniform sampler2D sheenRoughnessMap;
	#endif
#endif
#ifdef USE_ANISOTROPY
	uniform vec2 anisotropyVector;
	#ifdef USE_ANISOTROPYMAP
		uniform sampler2D anisotropyMap;
	#endif
#endif
varying vec3 vViewPosition;
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <aomap_pars_fragment>
#include <lightmap_pars_fragment>
#include <emissivemap_pars_fragment>
#include <iridescence_fragment>
#include <envmap_common_pars_fragment>
#include <envmap_physical_pars_fragment>
#include <fog_pars_fragment>
#include <lights_pars_begin>
#include <normal_pars_fragment>
#include <lights_physical_pars_fragment>
#include <transmission_pars_fragment>
#include <shadowmap_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <clearcoat_pars_fragment>
#include <iridescence_pars_fragment>
#include <roughnessmap_pars_fragment>
#include <metalnessmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	ReflectedLight reflectedLight = ReflectedLight( vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ) );
	vec3 totalEmissiveRadiance = emissive;
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <roughnessmap_fragment>
	#include <metalnessmap_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	#include <clearcoat_normal_fragment_begin>
	#include <clearcoat_normal_fragment_maps>
	#include <emissivemap_fragment>
	#include <lights_physical_fragment>
	#include <lights_fragment_begin>
	#include <lights_fragment_maps>
	#include <lights_fragment_end>
	#include <aomap_fragment>
	vec3 totalDiffuse = reflectedLight.directDiffuse + reflectedLight.indirectDiffuse;
	vec3 totalSpecular = reflectedLight.directSpecular + reflectedLight.indirectSpecular;
	#include <transmission_fragment>
	vec3 outgoingLight = totalDiffuse + totalSpecular + totalEmissiveRadiance;
	#ifdef USE_SHEEN
 
		outgoingLight = outgoingLight + sheenSpecularDirect + sheenSpecularIndirect;
 
 	#endif
	#ifdef USE_CLEARCOAT
		float dotNVcc = saturate( dot( geometryClearcoatNormal, geometryViewDir ) );
		vec3 Fcc = F_Schlick( material.clearcoatF0, material.clearcoatF90, dotNVcc );
		outgoingLight = outgoingLight * ( 1.0 - material.clearcoat * Fcc ) + ( clearcoatSpecularDirect + clearcoatSpecularIndirect ) * material.clearcoat;
	#endif
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,meshtoon_vert:`#define TOON
varying vec3 vViewPosition;
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <shadowmap_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	vViewPosition = - mvPosition.xyz;
	#include <worldpos_vertex>
	#include <shadowmap_vertex>
	#include <fog_vertex>
}`,meshtoon_frag:`#define TOON
uniform vec3 diffuse;
uniform vec3 emissive;
uniform float opacity;
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <aomap_pars_fragment>
#include <lightmap_pars_fragment>
#include <emissivemap_pars_fragment>
#include <gradientmap_pars_fragment>
#include <fog_pars_fragment>
#include <bsdfs>
#include <lights_pars_begin>
#include <normal_pars_fragment>
#include <lights_toon_pars_fragment>
#include <shadowmap_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	ReflectedLight reflectedLight = ReflectedLight( vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ) );
	vec3 totalEmissiveRadiance = emissive;
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	#include <emissivemap_fragment>
	#include <lights_toon_fragment>
	#include <lights_fragment_begin>
	#include <lights_fragment_maps>
	#include <lights_fragment_end>
	#include <aomap_fragment>
	vec3 outgoingLight = reflectedLight.directDiffuse + reflectedLight.indirectDiffuse + totalEmissiveRadiance;
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,points_vert:`uniform float size;
uniform float scale;
#include <common>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <morphtarget_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
#ifdef USE_POINTS_UV
	varying vec2 vUv;
	uniform mat3 uvTransform;
#endif
void main() {
	#ifdef USE_POINTS_UV
		vUv = ( uvTransform * vec3( uv, 1 ) ).xy;
	#endif
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <project_vertex>
	gl_PointSize = size;
	#ifdef USE_SIZEATTENUATION
		bool isPerspective = isPerspectiveMatrix( projectionMatrix );
		if ( isPerspective ) gl_PointSize *= ( scale / - mvPosition.z );
	#endif
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	#include <worldpos_vertex>
	#include <fog_vertex>
}`,points_frag:`uniform vec3 diffuse;
uniform float opacity;
#include <common>
#include <color_pars_fragment>
#include <map_particle_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <fog_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	vec3 outgoingLight = vec3( 0.0 );
	#include <logdepthbuf_fragment>
	#include <map_particle_fragment>
	#include <color_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	outgoingLight = diffuseColor.rgb;
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
}`,shadow_vert:`#include <common>
#include <batching_pars_vertex>
#include <fog_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <shadowmap_pars_vertex>
void main() {
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphinstance_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <worldpos_vertex>
	#include <shadowmap_vertex>
	#include <fog_vertex>
}`,shadow_frag:`uniform vec3 color;
uniform float opacity;
#include <common>
#include <fog_pars_fragment>
#include <bsdfs>
#include <lights_pars_begin>
#include <logdepthbuf_pars_fragment>
#include <shadowmap_pars_fragment>
#include <shadowmask_pars_fragment>
void main() {
	#include <logdepthbuf_fragment>
	gl_FragColor = vec4( color, opacity * ( 1.0 - getShadowMask() ) );
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
}`,sprite_vert:`uniform float rotation;
uniform vec2 center;
#include <common>
#include <uv_pars_vertex>
#include <fog_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	vec4 mvPosition = modelViewMatrix[ 3 ];
	vec2 scale = vec2( length( modelMatrix[ 0 ].xyz ), length( modelMatrix[ 1 ].xyz ) );
	#ifndef USE_SIZEATTENUATION
		bool isPerspective = isPerspectiveMatrix( projectionMatrix );
		if ( isPerspective ) scale *= - mvPosition.z;
	#endif
	vec2 alignedPosition = ( position.xy - ( center - vec2( 0.5 ) ) ) * scale;
	vec2 rotatedPosition;
	rotatedPosition.x = cos( rotation ) * alignedPosition.x - sin( rotation ) * alignedPosition.y;
	rotatedPosition.y = sin( rotation ) * alignedPosition.x + cos( rotation ) * alignedPosition.y;
	mvPosition.xy += rotatedPosition;
	gl_Position = projectionMatrix * mvPosition;
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	#include <fog_vertex>
}`,sprite_frag:`uniform vec3 diffuse;
uniform float opacity;
#include <common>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <fog_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	vec3 outgoingLight = vec3( 0.0 );
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	outgoingLight = diffuseColor.rgb;
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
}`},Q={common:{diffuse:{value:new Y(16777215)},opacity:{value:1},map:{value:null},mapTransform:{value:new K},alphaMap:{value:null},alphaMapTransform:{value:new K},alphaTest:{value:0}},specularmap:{specularMap:{value:null},specularMapTransform:{value:new K}},envmap:{envMap:{value:null},envMapRotation:{value:new K},reflectivity:{value:1},ior:{value:1.5},refractionRatio:{value:.98},dfgLUT:{value:null}},aomap:{aoMap:{value:null},aoMapIntensity:{value:1},aoMapTransform:{value:new K}},lightmap:{lightMap:{value:null},lightMapIntensity:{value:1},lightMapTransform:{value:new K}},bumpmap:{bumpMap:{value:null},bumpMapTransform:{value:new K},bumpScale:{value:1}},normalmap:{normalMap:{value:null},normalMapTransform:{value:new K},normalScale:{value:new W(1,1)}},displacementmap:{displacementMap:{value:null},displacementMapTransform:{value:new K},displacementScale:{value:1},displacementBias:{value:0}},emissivemap:{emissiveMap:{value:null},emissiveMapTransform:{value:new K}},metalnessmap:{metalnessMap:{value:null},metalnessMapTransform:{value:new K}},roughnessmap:{roughnessMap:{value:null},roughnessMapTransform:{value:new K}},gradientmap:{gradientMap:{value:null}},fog:{fogDensity:{value:25e-5},fogNear:{value:1},fogFar:{value:2e3},fogColor:{value:new Y(16777215)}},lights:{ambientLightColor:{value:[]},lightProbe:{value:[]},sunLights:{value:[],properties:{direction:{},color:{}}},sunLightShadows:{value:[],properties:{shadowIntensity:1,shadowBias:{},shadowNormalBias:{},shadowRadius:{},shadowMapSize:{}}},sunShadowMatrix:{value:[]},sunShadowCascade:{value:[]},directionalLights:{value:[],properties:{direction:{},color:{}}},directionalLightShadows:{value:[],properties:{shadowIntensity:1,shadowBias:{},shadowNormalBias:{},shadowRadius:{},shadowMapSize:{}}},directionalShadowMatrix:{value:[]},spotLights:{value:[],properties:{color:{},position:{},direction:{},distance:{},coneCos:{},penumbraCos:{},decay:{}}},spotLightShadows:{value:[],properties:{shadowIntensity:1,shadowBias:{},shadowNormalBias:{},shadowRadius:{},shadowMapSize:{}}},spotLightMap:{value:[]},spotLightMatrix:{value:[]},pointLights:{value:[],properties:{color:{},position:{},decay:{},distance:{}}},pointLightShadows:{value:[],properties:{shadowIntensity:1,shadowBias:{},shadowNormalBias:{},shadowRadius:{},shadowMapSize:{},shadowCameraNear:{},shadowCameraFar:{}}},pointShadowMatrix:{value:[]},hemisphereLights:{value:[],properties:{direction:{},skyColor:{},groundColor:{}}},rectAreaLights:{value:[],properties:{color:{},position:{},width:{},height:{}}},ltc_1:{value:null},ltc_2:{value:null},probesSH:{value:[]},probesMin:{value:[]},probesMax:{value:[]},probesResolution:{value:[]}},points:{diffuse:{value:new Y(16777215)},opacity:{value:1},size:{value:1},scale:{value:1},map:{value:null},alphaMap:{value:null},alphaMapTransform:{value:new K},alphaTest:{value:0},uvTransform:{value:new K}},sprite:{diffuse:{value:new Y(16777215)},opacity:{value:1},center:{value:new W(.5,.5)},rotation:{value:0},map:{value:null},mapTransform:{value:new K},alphaMap:{value:null},alphaMapTransform:{value:new K},alphaTest:{value:0}}},Fy={basic:{uniforms:lv([Q.common,Q.specularmap,Q.envmap,Q.aomap,Q.lightmap,Q.fog]),vertexShader:Z.meshbasic_vert,fragmentShader:Z.meshbasic_frag},lambert:{uniforms:lv([Q.common,Q.specularmap,Q.envmap,Q.aomap,Q.lightmap,Q.emissivemap,Q.bumpmap,Q.normalmap,Q.displacementmap,Q.fog,Q.lights,{emissive:{value:new Y(0)},envMapIntensity:{value:1}}]),vertexShader:Z.meshlambert_vert,fragmentShader:Z.meshlambert_frag},phong:{uniforms:lv([Q.common,Q.specularmap,Q.envmap,Q.aomap,Q.lightmap,Q.emissivemap,Q.bumpmap,Q.normalmap,Q.displacementmap,Q.fog,Q.lights,{emissive:{value:new Y(0)},specular:{value:new Y(1118481)},shininess:{value:30},envMapIntensity:{value:1}}]),vertexShader:Z.meshphong_vert,fragmentShader:Z.meshphong_frag},standard:{uniforms:lv([Q.common,Q.envmap,Q.aomap,Q.lightmap,Q.emissivemap,Q.bumpmap,Q.normalmap,Q.displacementmap,Q.roughnessmap,Q.metalnessmap,Q.fog,Q.lights,{emissive:{value:new Y(0)},roughness:{value:1},metalness:{value:0},envMapIntensity:{value:1}}]),vertexShader:Z.meshphysical_vert,fragmentShader:Z.meshphysical_frag},toon:{uniforms:lv([Q.common,Q.aomap,Q.lightmap,Q.emissivemap,Q.bumpmap,Q.normalmap,Q.displacementmap,Q.gradientmap,Q.fog,Q.lights,{emissive:{value:new Y(0)}}]),vertexShader:Z.meshtoon_vert,fragmentShader:Z.meshtoon_frag},matcap:{uniforms:lv([Q.common,Q.bumpmap,Q.normalmap,Q.displacementmap,Q.fog,{matcap:{value:null}}]),vertexShader:Z.meshmatcap_vert,fragmentShader:Z.meshmatcap_frag},points:{uniforms:lv([Q.points,Q.fog]),vertexShader:Z.points_vert,fragmentShader:Z.points_frag},dashed:{uniforms:lv([Q.common,Q.fog,{scale:{value:1},dashSize:{value:1},totalSize:{value:2}}]),vertexShader:Z.linedashed_vert,fragmentShader:Z.linedashed_frag},depth:{uniforms:lv([Q.common,Q.displacementmap]),vertexShader:Z.depth_vert,fragmentShader:Z.depth_frag},normal:{uniforms:lv([Q.common,Q.bumpmap,Q.normalmap,Q.displacementmap,{opacity:{value:1}}]),vertexShader:Z.meshnormal_vert,fragmentShader:Z.meshnormal_frag},sprite:{uniforms:lv([Q.sprite,Q.fog]),vertexShader:Z.sprite_vert,fragmentShader:Z.sprite_frag},background:{uniforms:{uvTransform:{value:new K},t2D:{value:null},backgroundIntensity:{value:1}},vertexShader:Z.background_vert,fragmentShader:Z.background_frag},backgroundCube:{uniforms:{envMap:{value:null},backgroundBlurriness:{value:0},backgroundIntensity:{value:1},backgroundRotation:{value:new K}},vertexShader:Z.backgroundCube_vert,fragmentShader:Z.backgroundCube_frag},cube:{uniforms:{tCube:{value:null},tFlip:{value:-1},opacity:{value:1}},vertexShader:Z.cube_vert,fragmentShader:Z.cube_frag},equirect:{uniforms:{tEquirect:{value:null}},vertexShader:Z.equirect_vert,fragmentShader:Z.equirect_frag},distance:{uniforms:lv([Q.common,Q.displacementmap,{referencePosition:{value:new G},nearDistance:{value:1},farDistance:{value:1e3}}]),vertexShader:Z.distance_vert,fragmentShader:Z.distance_frag},shadow:{uniforms:lv([Q.lights,Q.fog,{color:{value:new Y(0)},opacity:{value:1}}]),vertexShader:Z.shadow_vert,fragmentShader:Z.shadow_frag}};Fy.physical={uniforms:lv([Fy.standard.uniforms,{clearcoat:{value:0},clearcoatMap:{value:null},clearcoatMapTransform:{value:new K},clearcoatNormalMap:{value:null},clearcoatNormalMapTransform:{value:new K},clearcoatNormalScale:{value:new W(1,1)},clearcoatRoughness:{value:0},clearcoatRoughnessMap:{value:null},clearcoatRoughnessMapTransform:{value:new K},diffuseRoughness:{value:0},diffuseRoughnessMap:{value:null},diffuseRoughnessMapTransform:{value:new K},dispersion:{value:0},retroreflectivity:{value:0},iridescence:{value:0},iridescenceMap:{value:null},iridescenceMapTransform:{value:new K},iridescenceIOR:{value:1.3},iridescenceThicknessMinimum:{value:100},iridescenceThicknessMaximum:{value:400},iridescenceThicknessMap:{value:null},iridescenceThicknessMapTransform:{value:new K},sheen:{value:0},sheenColor:{value:new Y(0)},sheenColorMap:{value:null},sheenColorMapTransform:{value:new K},sheenRoughness:{value:1},sheenRoughnessMap:{value:null},sheenRoughnessMapTransform:{value:new K},transmission:{value:0},transmissionMap:{value:null},transmissionMapTransform:{value:new K},transmissionSamplerSize:{value:new W},transmissionSamplerMap:{value:null},thickness:{value:0},thicknessMap:{value:null},thicknessMapTransform:{value:new K},attenuationDistance:{value:0},attenuationColor:{value:new Y(0)},specularColor:{value:new Y(1,1,1)},specularColorMap:{value:null},specularColorMapTransform:{value:new K},specularIntensity:{value:1},specularIntensityMap:{value:null},specularIntensityMapTransform:{value:new K},anisotropyVector:{value:new W},anisotropyMap:{value:null},anisotropyMapTransform:{value:new K}}]),vertexShader:Z.meshphysical_vert,fragmentShader:Z.meshphysical_frag};var Iy={r:0,b:0,g:0},Ly=new J,Ry=new K;Ry.set(-1,0,0,0,1,0,0,0,1);function zy(e,t,n,r,i,a){let o=new Y(0),s=i===!0?0:1,c,l,u=null,d=0,f=null;function p(e){let n=e.isScene===!0?e.background:null;if(n&&n.isTexture){let r=e.backgroundBlurriness>0;n=t.get(n,r)}return n}function m(t){let r=!1,i=p(t);i===null?g(o,s):i&&i.isColor&&(g(i,1),r=!0);let c=e.xr.getEnvironmentBlendMode();c===`additive`?n.buffers.color.setClear(0,0,0,1,a):c===`alpha-blend`&&n.buffers.color.setClear(0,0,0,0,a),(e.autoClear||r)&&(n.buffers.depth.setTest(!0),n.buffers.depth.setMask(!0),n.buffers.color.setMask(!0),e.clear(e.autoClearColor,e.autoClearDepth,e.autoClearStencil))}function h(t,n){let i=p(n);i&&i.isCubeTexture?(l===void 0&&(l=new C_(new iv(1,1,1),new gv({name:`BackgroundCubeMaterial`,uniforms:cv(Fy.backgroundCube.uniforms),vertexShader:Fy.backgroundCube.vertexShader,fragmentShader:Fy.backgroundCube.fragmentShader,side:1,depthTest:!1,depthWrite:!1,fog:!1,allowOverride:!1})),l.geometry.deleteAttribute(`normal`),l.geometry.deleteAttribute(`uv`),l.onBeforeRender=function(e,t,n){this.matrixWorld.copyPosition(n.matrixWorld)},Object.defineProperty(l.material,"envMap",{get:function(){return this.uniforms.envMap.value}}),r.update(l)),l.material.uniforms.envMap.value=i,l.material.uniforms.backgroundBlurriness.value=n.backgroundBlurriness,l.material.uniforms.backgroundIntensity.value=n.backgroundIntensity,l.material.uniforms.backgroundRotation.value.setFromMatrix4(Ly.makeRotationFromEuler(n.backgroundRotation)).transpose(),i.isRenderTargetTexture===!1&&l.material.uniforms.backgroundRotation.value.premultiply(Ry),l.material.toneMapped=q.getTransfer(i.colorSpace)!==dm,(u!==i||d!==i.version||f!==e.toneMapping)&&(l.material.needsUpdate=!0,u=i,d=i.version,f=e.toneMapping),l.layers.enableAll(),t.unshift(l,l.geometry,l.material,0,0,null)):i&&i.isTexture&&(c===void 0&&(c=new C_(new av(2,2),new gv({name:`BackgroundMaterial`,uniforms:cv(Fy.background.uniforms),vertexShader:Fy.background.vertexShader,fragmentShader:Fy.background.fragmentShader,side:0,depthTest:!1,depthWrite:!1,fog:!1,allowOverride:!1})),c.geometry.deleteAttribute(`normal`),Object.defineProperty(c.material,"map",{get:function(){return this.uniforms.t2D.value}}),r.update(c)),c.material.uniforms.t2D.value=i,c.material.uniforms.backgroundIntensity.value=n.backgroundIntensity,c.material.toneMapped=q.getTransfer(i.colorSpace)!==dm,i.matrixAutoUpdate===!0&&i.updateMatrix(),c.material.uniforms.uvTransform.value.copy(i.matrix),(u!==i||d!==i.version||f!==e.toneMapping)&&(c.material.needsUpdate=!0,u=i,d=i.version,f=e.toneMapping),c.layers.enableAll(),t.unshift(c,c.geometry,c.material,0,0,null))}function g(t,r){t.getRGB(Iy,fv(e)),n.buffers.color.setClear(Iy.r,Iy.g,Iy.b,r,a)}function _(){l!==void 0&&(l.geometry.dispose(),l.material.dispose(),l=void 0),c!==void 0&&(c.geometry.dispose(),c.material.dispose(),c=void 0)}return{getClearColor:function(){return o},setClearColor:function(e,t=1){o.set(e),s=t,g(o,s)},getClearAlpha:function(){return s},setClearAlpha:function(e){s=e,g(o,s)},render:m,addToRenderList:h,dispose:_}}function By(e,t){let n=e.getParameter(e.MAX_VERTEX_ATTRIBS),r={},i=f(null),a=i,o=!1;function s(n,r,i,s,c){let u=!1,f=d(n,s,i,r);a!==f&&(a=f,l(a.object)),u=p(n,s,i,c),u&&m(n,s,i,c),c!==null&&t.update(c,e.ELEMENT_ARRAY_BUFFER),(u||o)&&(o=!1,b(n,r,i,s),c!==null&&e.bindBuffer(e.ELEMENT_ARRAY_BUFFER,t.get(c).buffer))}function c(){return e.createVertexArray()}function l(t){return e.bindVertexArray(t)}function u(t){return e.deleteVertexArray(t)}function d(e,t,n,i){let a=i.wireframe===!0,o=r[t.id];o===void 0&&(o={},r[t.id]=o);let s=e.isInstancedMesh===!0?e.id:0,l=o[s];l===void 0&&(l={},o[s]=l);let u=l[n.id];u===void 0&&(u={},l[n.id]=u);let d=u[a];return d===void 0&&(d=f(c()),u[a]=d),d}function f(e){let t=[],r=[],i=[];for(let e=0;e<n;e++)t[e]=0,r[e]=0,i[e]=0;return{geometry:null,program:null,wireframe:!1,newAttributes:t,enabledAttributes:r,attributeDivisors:i,object:e,attributes:{},index:null}}function p(e,t,n,r){let i=a.attributes,o=t.attributes,s=0,c=n.getAttributes();for(let t in c)if(c[t].location>=0){let n=i[t],r=o[t];if(r===void 0&&(t===`instanceMatrix`&&e.instanceMatrix&&(r=e.instanceMatrix),t===`instanceColor`&&e.instanceColor&&(r=e.instanceColor)),n===void 0||n.attribute!==r||r&&n.data!==r.data)return!0;s++}return a.attributesNum!==s||a.index!==r}function m(e,t,n,r){let i={},o=t.attributes,s=0,c=n.getAttributes();for(let t in c)if(c[t].location>=0){let n=o[t];n===void 0&&(t===`instanceMatrix`&&e.instanceMatrix&&(n=e.instanceMatrix),t===`instanceColor`&&e.instanceColor&&(n=e.instanceColor));let r={};r.attribute=n,n&&n.data&&(r.data=n.data),i[t]=r,s++}a.attributes=i,a.attributesNum=s,a.index=r}function h(){let e=a.newAttributes;for(let t=0,n=e.length;t<n;t++)e[t]=0}function g(e){_(e,0)}function _(t,n){let r=a.newAttributes,i=a.enabledAttributes,o=a.attributeDivisors;r[t]=1,i[t]===0&&(e.enableVertexAttribArray(t),i[t]=1),o[t]!==n&&(e.vertexAttribDivisor(t,n),o[t]=n)}function v(){let t=a.newAttributes,n=a.enabledAttributes;for(let r=0,i=n.length;r<i;r++)n[r]!==t[r]&&(e.disableVertexAttribArray(r),n[r]=0)}function y(t,n,r,i,a,o,s){s===!0?e.vertexAttribIPointer(t,n,r,a,o):e.vertexAttribPointer(t,n,r,i,a,o)}function b(n,r,i,a){h();let o=a.attributes,s=i.getAttributes(),c=r.defaultAttributeValues;for(let r in s){let i=s[r];if(i.location>=0){let s=o[r];if(s===void 0&&(r===`instanceMatrix`&&n.instanceMatrix&&(s=n.instanceMatrix),r===`instanceColor`&&n.instanceColor&&(s=n.instanceColor)),s!==void 0){let r=s.normalized,o=s.itemSize,c=t.get(s);if(c===void 0)continue;let l=c.buffer,u=c.type,d=c.bytesPerElement,f=u===e.INT||u===e.UNSIGNED_INT||s.gpuType===1013;if(s.isInterleavedBufferAttribute){let t=s.data,c=t.isInterleavedBuffer===!0?t.stride:t.itemSize,p=s.offset;if(t.isInstancedInterleavedBuffer||t.isInstancedBufferAttribute){for(let e=0;e<i.locationSize;e++)_(i.location+e,t.meshPerAttribute);n.isInstancedMesh!==!0&&a._maxInstanceCount===void 0&&(a._maxInstanceCount=t.meshPerAttribute*t.count)}else for(let e=0;e<i.locationSize;e++)g(i.location+e);e.bindBuffer(e.ARRAY_BUFFER,l);for(let e=0;e<i.locationSize;e++)y(i.location+e,o/i.locationSize,u,r,c*d,(p+o/i.locationSize*e)*d,f)}else{if(s.isInstancedBufferAttribute){for(let e=0;e<i.locationSize;e++)_(i.location+e,s.meshPerAttribute);n.isInstancedMesh!==!0&&a._maxInstanceCount===void 0&&(a._maxInstanceCount=s.meshPerAttribute*s.count)}else for(let e=0;e<i.locationSize;e++)g(i.location+e);e.bindBuffer(e.ARRAY_BUFFER,l);for(let e=0;e<i.locationSize;e++)y(i.location+e,o/i.locationSize,u,r,o*d,o/i.locationSize*e*d,f)}}else if(c!==void 0){let t=c[r];if(t!==void 0)switch(t.length){case 2:e.vertexAttrib2fv(i.location,t);break;case 3:e.vertexAttrib3fv(i.location,t);break;case 4:e.vertexAttrib4fv(i.location,t);break;default:e.vertexAttrib1fv(i.location,t)}}}}v()}function x(){T();for(let e in r){let t=r[e];for(let e in t){let n=t[e];for(let e in n){let t=n[e];for(let e in t)u(t[e].object),delete t[e];delete n[e]}}delete r[e]}}function S(e){if(r[e.id]===void 0)return;let t=r[e.id];for(let e in t){let n=t[e];for(let e in n){let t=n[e];for(let e in t)u(t[e].object),delete t[e];delete n[e]}}delete r[e.id]}function C(e){for(let t in r){let n=r[t];for(let t in n){let r=n[t];if(r[e.id]===void 0)continue;let i=r[e.id];for(let e in i)u(i[e].object),delete i[e];delete r[e.id]}}}function w(e){for(let t in r){let n=r[t],i=e.isInstancedMesh===!0?e.id:0,a=n[i];if(a!==void 0){for(let e in a){let t=a[e];for(let e in t)u(t[e].object),delete t[e];delete a[e]}delete n[i],Object.keys(n).length===0&&delete r[t]}}}function T(){E(),o=!0,a!==i&&(a=i,l(a.object))}function E(){i.geometry=null,i.program=null,i.wireframe=!1}return{setup:s,reset:T,resetDefaultState:E,dispose:x,releaseStatesOfGeometry:S,releaseStatesOfObject:w,releaseStatesOfProgram:C,initAttributes:h,enableAttribute:g,disableUnusedAttributes:v}}function Vy(e,t,n){let r;function i(e){r=e}function a(t,i){e.drawArrays(r,t,i),n.update(i,r,1)}function o(t,i,a){a!==0&&(e.drawArraysInstanced(r,t,i,a),n.update(i,r,a))}function s(e,i,a){if(a===0)return;t.get(`WEBGL_multi_draw`).multiDrawArraysWEBGL(r,e,0,i,0,a);let o=0;for(let e=0;e<a;e++)o+=i[e];n.update(o,r,1)}this.setMode=i,this.render=a,this.renderInstances=o,this.renderMultiDraw=s}function Hy(e,t,n,r){let i;function a(){if(i!==void 0)return i;if(t.has(`EXT_texture_filter_anisotropic`)===!0){let n=t.get(`EXT_texture_filter_anisotropic`);i=e.getParameter(n.MAX_TEXTURE_MAX_ANISOTROPY_EXT)}else i=0;return i}function o(t){return t===1023||r.convert(t)===e.getParameter(e.IMPLEMENTATION_COLOR_READ_FORMAT)}function s(n){let i=n===1016&&(t.has(`EXT_color_buffer_half_float`)||t.has(`EXT_color_buffer_float`));return!(n!==1009&&n!==1015&&!i&&r.convert(n)!==e.getParameter(e.IMPLEMENTATION_COLOR_READ_TYPE))}function c(t){if(t===`highp`){if(e.getShaderPrecisionFormat(e.VERTEX_SHADER,e.HIGH_FLOAT).precision>0&&e.getShaderPrecisionFormat(e.FRAGMENT_SHADER,e.HIGH_FLOAT).precision>0)return`highp`;t=`mediump`}return t===`mediump`&&e.getShaderPrecisionFormat(e.VERTEX_SHADER,e.MEDIUM_FLOAT).precision>0&&e.getShaderPrecisionFormat(e.FRAGMENT_SHADER,e.MEDIUM_FLOAT).precision>0?`mediump`:`lowp`}let l=n.precision===void 0?`highp`:n.precision,u=c(l);u!==l&&(V(`WebGLRenderer:`,l,`not supported, using`,u,`instead.`),l=u);let d=n.reversedDepthBuffer===!0&&t.has(`EXT_clip_control`),f=n.logarithmicDepthBuffer===!0&&d===!1;n.reversedDepthBuffer===!0&&d===!1&&V(`WebGLRenderer: Unable to use reversed depth buffer due to missing EXT_clip_control extension. Fallback to default depth buffer.`),n.logarithmicDepthBuffer===!0&&d===!0&&V(`WebGLRenderer: Logarithmic depth buffer is ignored when reversed depth buffer is enabled.`);let p=e.getParameter(e.MAX_TEXTURE_IMAGE_UNITS),m=e.getParameter(e.MAX_VERTEX_TEXTURE_IMAGE_UNITS),h=e.getParameter(e.MAX_TEXTURE_SIZE),g=e.getParameter(e.MAX_CUBE_MAP_TEXTURE_SIZE),_=e.getParameter(e.MAX_VERTEX_ATTRIBS),v=e.getParameter(e.MAX_VERTEX_UNIFORM_VECTORS),y=e.getParameter(e.MAX_VARYING_VECTORS),b=e.getParameter(e.MAX_FRAGMENT_UNIFORM_VECTORS),x=e.getParameter(e.MAX_SAMPLES),S=e.getParameter(e.SAMPLES);return{isWebGL2:!0,getMaxAnisotropy:a,getMaxPrecision:c,textureFormatReadable:o,textureTypeReadable:s,precision:l,logarithmicDepthBuffer:f,reversedDepthBuffer:d,maxTextures:p,maxVertexTextures:m,maxTextureSize:h,maxCubemapSize:g,maxAttributes:_,maxVertexUniforms:v,maxVaryings:y,maxFragmentUniforms:b,maxSamples:x,samples:S}}function Uy(e){let t=this,n=null,r=0,i=!1,a=!1,o=new r_,s=new K,c={value:null,needsUpdate:!1};this.uniform=c,this.numPlanes=0,this.numIntersection=0,this.init=function(e,t){let n=e.length!==0||t||r!==0||i;return i=t,r=e.length,n},this.beginShadows=function(){a=!0,u(null)},this.endShadows=function(){a=!1},this.setGlobalState=function(e,t){n=u(e,t,0)},this.setState=function(t,o,s){let d=t.clippingPlanes,f=t.clipIntersection,p=t.clipShadows,m=e.get(t);if(!i||d===null||d.length===0||a&&!p)a?u(null):l();else{let e=a?0:r,t=e*4,i=m.clippingState||null;c.value=i,i=u(d,o,t,s);for(let e=0;e!==t;++e)i[e]=n[e];m.clippingState=i,this.numIntersection=f?this.numPlanes:0,this.numPlanes+=e}};function l(){c.value!==n&&(c.value=n,c.needsUpdate=r>0),t.numPlanes=r,t.numIntersection=0}function u(e,n,r,i){let a=e===null?0:e.length,l=null;if(a!==0){if(l=c.value,i!==!0||l===null){let t=r+a*4,i=n.matrixWorldInverse;s.getNormalMatrix(i),(l===null||l.length<t)&&(l=new Float32Array(t));for(let t=0,n=r;t!==a;++t,n+=4)o.copy(e[t]).applyMatrix4(i,s),o.normal.toArray(l,n),l[n+3]=o.constant}c.value=l,c.needsUpdate=!0}return t.numPlanes=a,t.numIntersection=0,l}}var Wy=class extends vh{constructor(e=1,t={}){super(e,e,t),this.isWebGLCubeRenderTarget=!0;let n={width:e,height:e,depth:1},r=[n,n,n,n,n,n];this.texture=new $_(r),this._setTextureOptions(t),this.texture.isRenderTargetTexture=!0}fromEquirectangularTexture(e,t){this.texture.type=t.type,this.texture.colorSpace=t.colorSpace,this.texture.generateMipmaps=t.generateMipmaps,this.texture.minFilter=t.minFilter,this.texture.magFilter=t.magFilter;let n={uniforms:{tEquirect:{value:null}},vertexShader:`

				varying vec3 vWorldDirection;

				vec3 transformDirection( in vec3 dir, in mat4 matrix ) {

					return normalize( ( matrix * vec4( dir, 0.0 ) ).xyz );

				}

				void main() {

					vWorldDirection = transformDirection( position, modelMatrix );

					#include <begin_vertex>
					#include <project_vertex>

				}
			`,fragmentShader:`

				uniform sampler2D tEquirect;

				varying vec3 vWorldDirection;

				#include <common>

				void main() {

					vec3 direction = normalize( vWorldDirection );

					vec2 sampleUV = equirectUv( direction );

					gl_FragColor = texture2D( tEquirect, sampleUV );

				}
			`},r=new iv(5,5,5),i=new gv({name:`CubemapFromEquirect`,uniforms:cv(n.uniforms),vertexShader:n.vertexShader,fragmentShader:n.fragmentShader,side:1,blending:0});i.uniforms.tEquirect.value=t;let a=new C_(r,i),o=t.minFilter;return t.minFilter===1008&&(t.minFilter=Gf),new cy(1,10,this).update(e,a),t.minFilter=o,a.geometry.dispose(),a.material.dispose(),this}clear(e,t=!0,n=!0,r=!0){let i=e.getRenderTarget();for(let i=0;i<6;i++)e.setRenderTarget(this,i),e.clear(t,n,r);e.setRenderTarget(i)}},Gy=256,Ky=3,qy=20,Jy=256,Yy=16,Xy=3,Zy=new G,Qy=new Y,$y=class e{constructor(e){this._renderer=e,this._cubeSize=0,this._sourceTarget=null,this._cubeCamera=new cy(1,10,null),this._boxMesh=new C_(new iv(5,5,5),null),this._cubemapMaterial=null,this._equirectMaterial=null,this._blurMaterial=null,this._ggxMaterial=null,this._integrationMaterial=null}fromScene(e,t=0,n=.1,r=100,i={}){let{size:a=256,position:o=Zy}=i,s=this._renderer;this._setSize(a);let c=this._allocateTarget(),l=this._getSourceTarget(!0);t>0&&(l.texture.mipmapsAutoUpdate=!1);let u=s.autoClear,d=s.autoClearColor,f=s.autoClearDepth,p=s.autoClearStencil,m=e.background;s.autoClear=!0,s.autoClearColor=!0,s.autoClearDepth=!0,s.autoClearStencil=!0,m===null&&(e.background=s.getClearColor(Qy));let h=new cy(n,r,l);return h.position.copy(o),h.update(s,e),s.autoClear=u,s.autoClearColor=d,s.autoClearDepth=f,s.autoClearStencil=p,e.background=m,t>0&&(l.texture.mipmapsAutoUpdate=!0,this._blur(c,t)),this._applyPMREM(c),c}fromEquirectangular(e,t=null){return this._fromTexture(e,t)}fromCubemap(e,t=null){return this._fromTexture(e,t)}compileCubemapShader(){this._cubemapMaterial===null&&(this._cubemapMaterial=ob(),this._compileMaterial(this._cubemapMaterial))}compileEquirectangularShader(){this._equirectMaterial===null&&(this._equirectMaterial=ab(),this._compileMaterial(this._equirectMaterial))}dispose(){this._sourceTarget!==null&&this._sourceTarget.dispose(),this._cubemapMaterial!==null&&this._cubemapMaterial.dispose(),this._equirectMaterial!==null&&this._equirectMaterial.dispose(),this._blurMaterial!==null&&this._blurMaterial.dispose(),this._ggxMaterial!==null&&this._ggxMaterial.dispose(),this._integrationMaterial!==null&&this._integrationMaterial.dispose(),this._boxMesh.geometry.dispose()}static lodToRoughness(e,t){return t>0?1-Math.sqrt(1-e/t):0}_setSize(e){this._cubeSize=Math.max(Gy,qm(e))}_fromTexture(e,t){e.mapping===301||e.mapping===302?this._setSize(e.image.length===0?Gy:e.image[0].width||e.image[0].image.width):this._setSize(e.image.width/4);let n=t||this._allocateTarget();return this._textureToCubemap(e),this._applyPMREM(n),n}_allocateTarget(){let e=this._cubeSize,t=eb(e,!1,!1),n=Math.log2(e)-Ky;for(let r=0;r<=n;r++)t.texture.mipmaps.push({width:e>>r,height:e>>r});return t.texture.name=`PMREM`,t.texture.isPMREMTexture=!0,t}_getSourceTarget(e=!1){let t=this._cubeSize,n=this._sourceTarget;return(n===null||n.width!==t||e&&n.depthBuffer===!1)&&(n!==null&&n.dispose(),this._sourceTarget=eb(t,!0,e)),this._sourceTarget}_compileMaterial(e){this._boxMesh.material=e,this._renderer.compile(this._boxMesh,this._cubeCamera.children[0])}_renderCube(e,t,n){let r=this._boxMesh,i=this._cubeCamera;r.material=n,i.renderTarget=e,i.activeMipmapLevel=t;let a=e.width>>t;e.viewport.set(0,0,a,a),i.update(this._renderer,r),e.viewport.set(0,0,e.width,e.height)}_textureToCubemap(e){let t;e.mapping===301||e.mapping===302?(this._cubemapMaterial===null&&(this._cubemapMaterial=ob()),t=this._cubemapMaterial,t.uniforms.flipEnvMap.value=e.isRenderTargetTexture===!1?-1:1):(this._equirectMaterial===null&&(this._equirectMaterial=ab()),t=this._equirectMaterial),t.uniforms.envMap.value=e,this._renderCube(this._getSourceTarget(),0,t)}_applyPMREM(t){this._ggxMaterial===null&&(this._ggxMaterial=nb(),this._integrationMaterial=rb());let n=this._cubeSize,r=t.texture.mipmaps.length-1,i=this._ggxMaterial.uniforms;i.envMap.value=this._sourceTarget.texture;let a=this._integrationMaterial.uniforms;a.envMap.value=this._sourceTarget.texture,a.sourceLod.value=Math.log2(n/Yy);for(let o=0;o<=r;o++){let s=e.lodToRoughness(o,r);if(o>r-Xy)a.roughness.value=s,this._renderCube(t,o,this._integrationMaterial);else{let e=s>0?Math.log2(n)+.5*Math.log2(6/(Jy*s**4))+.5:0;i.roughness.value=s,i.lodBias.value=e,this._renderCube(t,o,this._ggxMaterial)}}}_blur(e,t){this._blurMaterial===null&&(this._blurMaterial=ib());let n=this._blurMaterial,r=n.uniforms,i=this._sourceTarget;r.sigma.value=Math.min(t,Math.PI)/Math.SQRT2,r.envMap.value=i.texture,this._renderCube(e,0,n),r.envMap.value=e.texture,this._renderCube(i,0,n)}};function eb(e,t,n){return new Wy(e,{minFilter:qf,generateMipmaps:t,type:tp,colorSpace:lm,depthBuffer:n})}function tb(e,t,n){return new gv({name:e,uniforms:t,vertexShader:Z.cube_vert,fragmentShader:n,side:1,blending:0,depthTest:!1,depthWrite:!1})}function nb(){return tb(`PMREMGGXConvolution`,{envMap:{value:null},roughness:{value:0},lodBias:{value:0}},`

		#define GGX_SAMPLES ${Jy}u

		varying vec3 vWorldDirection;

		uniform samplerCube envMap;
		uniform float roughness;
		uniform float lodBias;

		#include <common>

		// Van der Corput radical inverse
		float radicalInverse_VdC( uint bits ) {

			bits = ( bits << 16u ) | ( bits >> 16u );
			bits = ( ( bits & 0x55555555u ) << 1u ) | ( ( bits & 0xAAAAAAAAu ) >> 1u );
			bits = ( ( bits & 0x33333333u ) << 2u ) | ( ( bits & 0xCCCCCCCCu ) >> 2u );
			bits = ( ( bits & 0x0F0F0F0Fu ) << 4u ) | ( ( bits & 0xF0F0F0F0u ) >> 4u );
			bits = ( ( bits & 0x00FF00FFu ) << 8u ) | ( ( bits & 0xFF00FF00u ) >> 8u );
			return float( bits ) * 2.3283064365386963e-10; // / 0x100000000

		}

		// Hammersley sequence
		vec2 hammersley( uint i, uint N ) {

			return vec2( float( i ) / float( N ), radicalInverse_VdC( i ) );

		}

		void main() {

			vec3 N = normalize( vWorldDirection );

			// For very low roughness, just sample the environment directly
			if ( roughness < 0.001 ) {

				gl_FragColor = vec4( textureLod( envMap, N, 0.0 ).rgb, 1.0 );
				return;

			}

			float alpha = roughness * roughness;
			float alpha2 = alpha * alpha;

			// Tangent space basis for VNDF sampling
			vec3 up = abs( N.z ) < 0.999 ? vec3( 0.0, 0.0, 1.0 ) : vec3( 1.0, 0.0, 0.0 );
			vec3 tangent = normalize( cross( up, N ) );
			vec3 bitangent = cross( N, tangent );

			vec3 prefilteredColor = vec3( 0.0 );
			float totalWeight = 0.0;

			for ( uint i = 0u; i < GGX_SAMPLES; i ++ ) {

				vec2 Xi = hammersley( i, GGX_SAMPLES );

				// With V = N, sample the reflected direction directly.
				float invQ = 1.0 / ( 1.0 - Xi.x + alpha2 * Xi.x );
				float NdotL = ( 1.0 - Xi.x - alpha2 * Xi.x ) * invQ;

				if ( NdotL > 0.0 ) {

					float phi = 2.0 * PI * Xi.y;
					float sinTheta = 2.0 * alpha * sqrt( Xi.x * ( 1.0 - Xi.x ) ) * invQ;
					vec3 L = N * NdotL + ( tangent * cos( phi ) + bitangent * sin( phi ) ) * sinTheta;

					// Match the source mip to the sample's solid angle. The terms
					// independent of the sample are precomputed in lodBias.
					float d = alpha2 * invQ;
					float lod = max( log2( d ) + lodBias, 0.0 );

					// Weight by NdotL for the split-sum approximation
					prefilteredColor += textureLod( envMap, L, lod ).rgb * NdotL;
					totalWeight += NdotL;

				}

			}

			gl_FragColor = vec4( prefilteredColor / totalWeight, 1.0 );

		}
	`)}function rb(){return tb(`PMREMGGXIntegration`,{envMap:{value:null},roughness:{value:0},sourceLod:{value:0},sourceSize:{value:Yy}},`

		varying vec3 vWorldDirection;

		uniform samplerCube envMap;
		uniform float roughness;
		uniform float sourceLod;
		uniform int sourceSize;

		void main() {

			vec3 N = normalize( vWorldDirection );

			float alpha = roughness * roughness;
			float alpha2 = alpha * alpha;

			float texelSize = 2.0 / float( sourceSize );

			vec3 prefilteredColor = vec3( 0.0 );
			float totalWeight = 0.0;

			// Pair opposite texels: only the one in N's hemisphere contributes.
			for ( int face = 0; face < 3; face ++ ) {

				for ( int y = 0; y < sourceSize; y ++ ) {

					for ( int x = 0; x < sourceSize; x ++ ) {

						vec2 uv = ( vec2( x, y ) + 0.5 ) * texelSize - 1.0;
						vec3 texelDirection = face == 0 ? vec3( 1.0, uv ) : ( face == 1 ? vec3( uv.x, 1.0, uv.y ) : vec3( uv, 1.0 ) );

						float invDistance = inversesqrt( 1.0 + dot( uv, uv ) );
						float NdotL = dot( N, texelDirection );
						texelDirection *= NdotL < 0.0 ? - 1.0 : 1.0;
						NdotL = abs( NdotL ) * invDistance;

						// With V = N, NdotH squared is ( 1 + NdotL ) / 2. Common factors
						// in the GGX distribution and texel solid angle cancel when normalized.
						float d = 1.0 + alpha2 + ( alpha2 - 1.0 ) * NdotL;
						float weight = NdotL * invDistance * invDistance * invDistance / ( d * d );

						prefilteredColor += textureLod( envMap, texelDirection, sourceLod ).rgb * weight;
						totalWeight += weight;

					}

				}

			}

			gl_FragColor = vec4( prefilteredColor / totalWeight, 1.0 );

		}
	`)}function ib(){return tb(`PMREMSphericalGaussianBlur`,{envMap:{value:null},sigma:{value:0}},`

		#define SAMPLES ${qy}
		#define GOLDEN_ANGLE 2.39996322973

		varying vec3 vWorldDirection;

		uniform samplerCube envMap;
		uniform float sigma;

		#include <common>

		void main() {

			vec3 outputDirection = normalize( vWorldDirection );

			vec3 up = abs( outputDirection.z ) < 0.999 ? vec3( 0.0, 0.0, 1.0 ) : vec3( 1.0, 0.0, 0.0 );
			vec3 tangent = normalize( cross( up, outputDirection ) );
			vec3 bitangent = cross( outputDirection, tangent );

			// Truncate the kernel at three standard deviations or at the antipode.
			float thetaMax = min( 3.0 * sigma, PI );
			float truncation = 1.0 - exp( - 0.5 * thetaMax * thetaMax / ( sigma * sigma ) );

			vec3 accumColor = vec3( 0.0 );
			float accumWeight = 0.0;

			for ( int i = 0; i < SAMPLES; i ++ ) {

				// Stratified inverse-CDF sampling of the Gaussian, placed on a golden-angle spiral.
				float stratum = ( float( i ) + 0.5 ) / float( SAMPLES );
				float theta = sigma * sqrt( - 2.0 * log( 1.0 - stratum * truncation ) );
				float phi = float( i ) * GOLDEN_ANGLE;

				vec3 offset = cos( phi ) * tangent + sin( phi ) * bitangent;
				vec3 sampleDirection = cos( theta ) * outputDirection + sin( theta ) * offset;

				// Correct the planar sample density to solid angle.
				float weight = sin( theta ) / theta;

				accumColor += weight * textureLod( envMap, sampleDirection, 0.0 ).rgb;
				accumWeight += weight;

			}

			gl_FragColor = vec4( accumColor / accumWeight, 1.0 );

		}
	`)}function ab(){return tb(`PMREMEquirectangularToCubemap`,{envMap:{value:null}},`

		varying vec3 vWorldDirection;

		uniform sampler2D envMap;

		#include <common>

		void main() {

			// Average four subpixel samples to preserve small, bright features.
			vec3 direction = normalize( vWorldDirection );
			vec3 dx = dFdx( direction ) * 0.25;
			vec3 dy = dFdy( direction ) * 0.25;

			vec3 color = textureLod( envMap, equirectUv( normalize( direction - dx - dy ) ), 0.0 ).rgb;
			color += textureLod( envMap, equirectUv( normalize( direction + dx - dy ) ), 0.0 ).rgb;
			color += textureLod( envMap, equirectUv( normalize( direction - dx + dy ) ), 0.0 ).rgb;
			color += textureLod( envMap, equirectUv( normalize( direction + dx + dy ) ), 0.0 ).rgb;
			gl_FragColor = vec4( color * 0.25, 1.0 );

		}
	`)}function ob(){return tb(`PMREMCubemapToCubemap`,{envMap:{value:null},flipEnvMap:{value:-1}},`

		varying vec3 vWorldDirection;

		uniform samplerCube envMap;
		uniform float flipEnvMap;

		void main() {

			gl_FragColor = vec4( textureCube( envMap, vec3( flipEnvMap * vWorldDirection.x, vWorldDirection.yz ) ).rgb, 1.0 );

		}
	`)}function sb(e){let t=new WeakMap,n=new WeakMap,r=null;function i(e,t=!1){return e==null?null:t?o(e):a(e)}function a(n){if(n&&n.isTexture){let r=n.mapping;if(r===303||r===304){if(t.has(n)){let e=t.get(n).texture;return s(e,n.mapping)}{let r=n.image;if(r&&r.height>0){let i=new Wy(r.height);return i.fromEquirectangularTexture(e,n),t.set(n,i),n.addEventListener(`dispose`,l),s(i.texture,n.mapping)}return null}}}return n}function o(t){if(t&&t.isTexture&&t.isPMREMTexture!==!0){let i=t.mapping,a=i===303||i===304,o=i===301||i===302;if(a||o){let i=n.get(t),s=i===void 0?0:i.texture.pmremVersion;if(t.isRenderTargetTexture&&t.pmremVersion!==s)return r===null&&(r=new $y(e)),i=a?r.fromEquirectangular(t,i):r.fromCubemap(t,i),i.texture.pmremVersion=t.pmremVersion,n.set(t,i),i.texture;if(i!==void 0)return i.texture;{let s=t.image;return a&&s&&s.height>0||o&&s&&c(s)?(r===null&&(r=new $y(e)),i=a?r.fromEquirectangular(t):r.fromCubemap(t),i.texture.pmremVersion=t.pmremVersion,n.set(t,i),t.addEventListener(`dispose`,u),i.texture):null}}}return t}function s(e,t){return t===303?e.mapping=301:t===304&&(e.mapping=302),e}function c(e){let t=0;for(let n=0;n<6;n++)e[n]!==void 0&&t++;return t===6}function l(e){let n=e.target;n.removeEventListener(`dispose`,l);let r=t.get(n);r!==void 0&&(t.delete(n),r.dispose())}function u(e){let t=e.target;t.removeEventListener(`dispose`,u);let r=n.get(t);r!==void 0&&(n.delete(t),r.dispose())}function d(){t=new WeakMap,n=new WeakMap,r!==null&&(r.dispose(),r=null)}return{get:i,dispose:d}}function cb(e){let t={};function n(n){if(t[n]!==void 0)return t[n];let r=e.getExtension(n);return t[n]=r,r}return{has:function(e){return n(e)!==null},init:function(){n(`EXT_color_buffer_float`),n(`WEBGL_clip_cull_distance`),n(`OES_texture_float_linear`),n(`EXT_color_buffer_half_float`),n(`WEBGL_multisampled_render_to_texture`),n(`WEBGL_render_shared_exponent`)},get:function(e){let t=n(e);return t===null&&Sm(`WebGLRenderer: `+e+` extension not supported.`),t}}}function lb(e,t,n,r){let i={},a=new WeakMap,o=new FinalizationRegistry(e=>delete i[e]);function s(e){c(e.target)}function c(e){e.index!==null&&t.remove(e.index);for(let n in e.attributes)t.remove(e.attributes[n]);e.removeEventListener(`dispose`,s),delete i[e.id],o.unregister(e);let c=a.get(e);c&&(t.remove(c),a.delete(e)),r.releaseStatesOfGeometry(e),e.isInstancedBufferGeometry===!0&&delete e._maxInstanceCount,n.memory.geometries--}function l(e,t){return i[t.id]===void 0&&(t.addEventListener(`dispose`,s),i[t.id]=new WeakRef(t),o.register(t,t.id,t),n.memory.geometries++),t}function u(n){let r=n.attributes;for(let n in r)t.update(r[n],e.ARRAY_BUFFER)}function d(e){let n=e.index,r=e.attributes.position,i=0;if(r===void 0)return;let o=n===null?r.array.length/3-1:n.array.length,s=new(r.count>=65535?Ig:Fg)(Math.ceil(o/3)*6,1),c=s.array;if(n!==null){let e=n.array;i=n.version;for(let t=0,n=0;t<o;t+=3){let r=e[t+0],i=e[t+1],a=e[t+2];c[n++]=r,c[n++]=i,c[n++]=i,c[n++]=a,c[n++]=a,c[n++]=r}}else{i=r.version;for(let e=0,t=0;e<o;e+=3){let n=e+0,r=e+1,i=e+2;c[t++]=n,c[t++]=r,c[t++]=r,c[t++]=i,c[t++]=i,c[t++]=n}}s.version=i;let l=a.get(e);l&&t.remove(l),a.set(e,s)}function f(e){let t=a.get(e);if(t){let n=e.index;n!==null&&t.version<n.version&&d(e)}else d(e);return a.get(e)}function p(){for(let e in i){let t=i[e].deref();t!==void 0&&c(t)}}return{get:l,update:u,getWireframeAttribute:f,dispose:p}}function ub(e,t,n){let r;function i(e){r=e}let a,o;function s(e){a=e.type,o=e.bytesPerElement}function c(t,i){e.drawElements(r,i,a,t*o),n.update(i,r,1)}function l(t,i,s){s!==0&&(e.drawElementsInstanced(r,i,a,t*o,s),n.update(i,r,s))}function u(e,i,o){if(o===0)return;t.get(`WEBGL_multi_draw`).multiDrawElementsWEBGL(r,i,0,a,e,0,o);let s=0;for(let e=0;e<o;e++)s+=i[e];n.update(s,r,1)}this.setMode=i,this.setIndex=s,this.render=c,this.renderInstances=l,this.renderMultiDraw=u}function db(e){let t={geometries:0,textures:0},n={frame:0,calls:0,triangles:0,points:0,lines:0};function r(t,r,i){switch(n.calls++,r){case e.TRIANGLES:n.triangles+=t/3*i;break;case e.LINES:n.lines+=t/2*i;break;case e.LINE_STRIP:n.lines+=i*(t-1);break;case e.LINE_LOOP:n.lines+=i*t;break;case e.POINTS:n.points+=i*t;break;default:H(`WebGLInfo: Unknown draw mode:`,r)}}function i(){n.calls=0,n.triangles=0,n.points=0,n.lines=0}return{memory:t,render:n,programs:null,autoReset:!0,reset:i,update:r}}function fb(e,t,n){let r=new WeakMap,i=new gh;function a(a,o,s){let c=a.morphTargetInfluences,l=o.morphAttributes.position||o.morphAttributes.normal||o.morphAttributes.color,u=l===void 0?0:l.length,d=r.get(o);if(d===void 0||d.count!==u){d!==void 0&&d.texture.dispose();let e=o.morphAttributes.position!==void 0,n=o.morphAttributes.normal!==void 0,a=o.morphAttributes.color!==void 0,s=o.morphAttributes.position||[],c=o.morphAttributes.normal||[],l=o.morphAttributes.color||[],f=0;e===!0&&(f=1),n===!0&&(f=2),a===!0&&(f=3);let p=o.attributes.position.count*f,m=1;p>t.maxTextureSize&&(m=Math.ceil(p/t.maxTextureSize),p=t.maxTextureSize);let h=new Float32Array(p*m*4*u),g=new yh(h,p,m,u);g.type=ep,g.needsUpdate=!0;let _=f*4;for(let t=0;t<u;t++){let r=s[t],o=c[t],u=l[t],d=p*m*4*t;for(let t=0;t<r.count;t++){let s=t*_;e===!0&&(i.fromBufferAttribute(r,t),h[d+s+0]=i.x,h[d+s+1]=i.y,h[d+s+2]=i.z,h[d+s+3]=0),n===!0&&(i.fromBufferAttribute(o,t),h[d+s+4]=i.x,h[d+s+5]=i.y,h[d+s+6]=i.z,h[d+s+7]=0),a===!0&&(i.fromBufferAttribute(u,t),h[d+s+8]=i.x,h[d+s+9]=i.y,h[d+s+10]=i.z,h[d+s+11]=u.itemSize===4?i.w:1)}}d={count:u,texture:g,size:new W(p,m)},r.set(o,d);function v(){g.dispose(),r.delete(o),o.removeEventListener(`dispose`,v)}o.addEventListener(`dispose`,v)}if(a.isInstancedMesh===!0&&a.morphTexture!==null)s.getUniforms().setValue(e,`morphTexture`,a.morphTexture,n);else{let t=0;for(let e=0;e<c.length;e++)t+=c[e];let n=o.morphTargetsRelative?1:1-t;s.getUniforms().setValue(e,`morphTargetBaseInfluence`,n),s.getUniforms().setValue(e,`morphTargetInfluences`,c)}s.getUniforms().setValue(e,`morphTargetsTexture`,d.texture,n),s.getUniforms().setValue(e,`morphTargetsTextureSize`,d.size)}return{update:a}}function pb(e,t,n,r,i){let a=new WeakMap;function o(r){let o=i.render.frame,s=r.geometry,l=t.get(r,s);if(a.get(l)!==o&&(t.update(l),a.set(l,o)),r.isInstancedMesh&&(r.hasEventListener(`dispose`,c)===!1&&r.addEventListener(`dispose`,c),a.get(r)!==o&&(n.update(r.instanceMatrix,e.ARRAY_BUFFER),r.instanceColor!==null&&n.update(r.instanceColor,e.ARRAY_BUFFER),a.set(r,o))),r.isSkinnedMesh){let e=r.skeleton;a.get(e)!==o&&(e.update(),a.set(e,o))}return l}function s(){a=new WeakMap}function c(e){let t=e.target;t.removeEventListener(`dispose`,c),r.releaseStatesOfObject(t),n.remove(t.instanceMatrix),t.instanceColor!==null&&n.remove(t.instanceColor)}return{update:o,dispose:s}}var mb={1:`LINEAR_TONE_MAPPING`,2:`REINHARD_TONE_MAPPING`,3:`CINEON_TONE_MAPPING`,4:`ACES_FILMIC_TONE_MAPPING`,6:`AGX_TONE_MAPPING`,7:`NEUTRAL_TONE_MAPPING`,5:`CUSTOM_TONE_MAPPING`};function hb(e,t,n,r,i,a){let o=new vh(t,n,{type:e,depthBuffer:i,stencilBuffer:a,samples:r?4:0,storeMultisampledDepthBuffer:!1,storeMultisampledStencilBuffer:!1,resolveDepthBuffer:!1,resolveStencilBuffer:!1}),s=null,c=null,l=null,u=new Yg;u.setAttribute(`position`,new Lg([-1,3,0,-1,-1,0,3,-1,0],3)),u.setAttribute(`uv`,new Lg([0,2,0,0,2,0],2));let d=new _v({uniforms:{tDiffuse:{value:null}},vertexShader:`
			precision highp float;

			uniform mat4 modelViewMatrix;
			uniform mat4 projectionMatrix;

			attribute vec3 position;
			attribute vec2 uv;

			varying vec2 vUv;

			void main() {
				vUv = uv;
				gl_Position = projectionMatrix * modelViewMatrix * vec4( position, 1.0 );
			}`,fragmentShader:`
			precision highp float;

			uniform sampler2D tDiffuse;

			varying vec2 vUv;

			#include <tonemapping_pars_fragment>
			#include <colorspace_pars_fragment>

			void main() {
				gl_FragColor = texture2D( tDiffuse, vUv );

				#ifdef LINEAR_TONE_MAPPING
					gl_FragColor.rgb = LinearToneMapping( gl_FragColor.rgb );
				#elif defined( REINHARD_TONE_MAPPING )
					gl_FragColor.rgb = ReinhardToneMapping( gl_FragColor.rgb );
				#elif defined( CINEON_TONE_MAPPING )
					gl_FragColor.rgb = CineonToneMapping( gl_FragColor.rgb );
				#elif defined( ACES_FILMIC_TONE_MAPPING )
					gl_FragColor.rgb = ACESFilmicToneMapping( gl_FragColor.rgb );
				#elif defined( AGX_TONE_MAPPING )
					gl_FragColor.rgb = AgXToneMapping( gl_FragColor.rgb );
				#elif defined( NEUTRAL_TONE_MAPPING )
					gl_FragColor.rgb = NeutralToneMapping( gl_FragColor.rgb );
				#elif defined( CUSTOM_TONE_MAPPING )
					gl_FragColor.rgb = CustomToneMapping( gl_FragColor.rgb );
				#endif

				#ifdef SRGB_TRANSFER
					gl_FragColor = sRGBTransferOETF( gl_FragColor );
				#endif
			}`,depthTest:!1,depthWrite:!1}),f=new C_(u,d),p=new ny(-1,1,1,-1,0,1),m=null,h=null,g=!1,_,v=null,y=[],b=!1;this.setSize=function(e,t){o.setSize(e,t),s!==null&&s.setSize(e,t),c!==null&&c.setSize(e,t);for(let n=0;n<y.length;n++){let r=y[n];r.setSize&&r.setSize(e,t)}},this.setEffects=function(e){y=e,b=y.length>0&&y[0].isRenderPass===!0;let t=o.width,n=o.height;y.length>0&&s===null&&(s=new vh(t,n,{type:tp,depthBuffer:!1,stencilBuffer:!1}),c=new vh(t,n,{type:tp,depthBuffer:!1,stencilBuffer:!1}));let r=i===!0&&y.some(e=>e.needsDepthTexture===!0);r!==(o.depthTexture!==null)&&(r===!0&&l===null&&(l=new tv(t,n),a===!0&&(l.format=dp,l.type=ip)),o.dispose(),o.depthTexture=r?l:null,o.resolveDepthBuffer=r,o.storeMultisampledDepthBuffer=r);for(let e=0;e<y.length;e++){let i=y[e];i.setSize&&i.setSize(t,n),r&&i.needsDepthTexture===!0&&i.setDepthTexture&&i.setDepthTexture(l)}},this.begin=function(e,t){if(g||e.toneMapping===0&&y.length===0)return!1;if(v=t,t!==null){let e=t.width,n=t.height;(o.width!==e||o.height!==n)&&this.setSize(e,n)}return b===!1&&e.setRenderTarget(o),_=e.toneMapping,e.toneMapping=0,!0},this.hasRenderPass=function(){return b},this.end=function(e,t){e.toneMapping=_,g=!0;let n=o,r=s;for(let i=0;i<y.length;i++){let a=y[i];a.enabled!==!1&&(a.render(e,r,n,t),a.needsSwap!==!1&&(n=r,r=r===s?c:s))}if(m!==e.outputColorSpace||h!==e.toneMapping){m=e.outputColorSpace,h=e.toneMapping,d.defines={},q.getTransfer(m)===`srgb`&&(d.defines.SRGB_TRANSFER=``);let t=mb[h];t&&(d.defines[t]=``),d.needsUpdate=!0}d.uniforms.tDiffuse.value=n.texture,e.setRenderTarget(v),e.render(f,p),v=null,g=!1},this.isCompositing=function(){return g},this.dispose=function(){o.dispose(),s!==null&&s.dispose(),c!==null&&c.dispose(),u.dispose(),d.dispose()}}var gb=new hh,_b=new tv(1,1),vb=new nv(1),yb=new yh,bb=new bh,xb=new $_,Sb=[],Cb=[],wb=new Float32Array(16),Tb=new Float32Array(9),Eb=new Float32Array(4);function Db(e,t,n){let r=e[0];if(r<=0||r>0)return e;let i=t*n,a=Sb[i];if(a===void 0&&(a=new Float32Array(i),Sb[i]=a),t!==0){r.toArray(a,0);for(let r=1,i=0;r!==t;++r)i+=n,e[r].toArray(a,i)}return a}function Ob(e,t){if(e.length!==t.length)return!1;for(let n=0,r=e.length;n<r;n++)if(e[n]!==t[n])return!1;return!0}function kb(e,t){for(let n=0,r=t.length;n<r;n++)e[n]=t[n]}function Ab(e,t){let n=Cb[t];n===void 0&&(n=new Int32Array(t),Cb[t]=n);for(let r=0;r!==t;++r)n[r]=e.allocateTextureUnit();return n}function jb(e,t){let n=this.cache;n[0]!==t&&(e.uniform1f(this.addr,t),n[0]=t)}function Mb(e,t){let n=this.cache;if(t.x!==void 0)(n[0]!==t.x||n[1]!==t.y)&&(e.uniform2f(this.addr,t.x,t.y),n[0]=t.x,n[1]=t.y);else{if(Ob(n,t))return;e.uniform2fv(this.addr,t),kb(n,t)}}function Nb(e,t){let n=this.cache;if(t.x!==void 0)(n[0]!==t.x||n[1]!==t.y||n[2]!==t.z)&&(e.uniform3f(this.addr,t.x,t.y,t.z),n[0]=t.x,n[1]=t.y,n[2]=t.z);else if(t.r!==void 0)(n[0]!==t.r||n[1]!==t.g||n[2]!==t.b)&&(e.uniform3f(this.addr,t.r,t.g,t.b),n[0]=t.r,n[1]=t.g,n[2]=t.b);else{if(Ob(n,t))return;e.uniform3fv(this.addr,t),kb(n,t)}}function Pb(e,t){let n=this.cache;if(t.x!==void 0)(n[0]!==t.x||n[1]!==t.y||n[2]!==t.z||n[3]!==t.w)&&(e.uniform4f(this.addr,t.x,t.y,t.z,t.w),n[0]=t.x,n[1]=t.y,n[2]=t.z,n[3]=t.w);else{if(Ob(n,t))return;e.uniform4fv(this.addr,t),kb(n,t)}}function Fb(e,t){let n=this.cache,r=t.elements;if(r===void 0){if(Ob(n,t))return;e.uniformMatrix2fv(this.addr,!1,t),kb(n,t)}else{if(Ob(n,r))return;Eb.set(r),e.uniformMatrix2fv(this.addr,!1,Eb),kb(n,r)}}function Ib(e,t){let n=this.cache,r=t.elements;if(r===void 0){if(Ob(n,t))return;e.uniformMatrix3fv(this.addr,!1,t),kb(n,t)}else{if(Ob(n,r))return;Tb.set(r),e.uniformMatrix3fv(this.addr,!1,Tb),kb(n,r)}}function Lb(e,t){let n=this.cache,r=t.elements;if(r===void 0){if(Ob(n,t))return;e.uniformMatrix4fv(this.addr,!1,t),kb(n,t)}else{if(Ob(n,r))return;wb.set(r),e.uniformMatrix4fv(this.addr,!1,wb),kb(n,r)}}function Rb(e,t){let n=this.cache;n[0]!==t&&(e.uniform1i(this.addr,t),n[0]=t)}function zb(e,t){let n=this.cache;if(t.x!==void 0)(n[0]!==t.x||n[1]!==t.y)&&(e.uniform2i(this.addr,t.x,t.y),n[0]=t.x,n[1]=t.y);else{if(Ob(n,t))return;e.uniform2iv(this.addr,t),kb(n,t)}}function Bb(e,t){let n=this.cache;if(t.x!==void 0)(n[0]!==t.x||n[1]!==t.y||n[2]!==t.z)&&(e.uniform3i(this.addr,t.x,t.y,t.z),n[0]=t.x,n[1]=t.y,n[2]=t.z);else{if(Ob(n,t))return;e.uniform3iv(this.addr,t),kb(n,t)}}function Vb(e,t){let n=this.cache;if(t.x!==void 0)(n[0]!==t.x||n[1]!==t.y||n[2]!==t.z||n[3]!==t.w)&&(e.uniform4i(this.addr,t.x,t.y,t.z,t.w),n[0]=t.x,n[1]=t.y,n[2]=t.z,n[3]=t.w);else{if(Ob(n,t))return;e.uniform4iv(this.addr,t),kb(n,t)}}function Hb(e,t){let n=this.cache;n[0]!==t&&(e.uniform1ui(this.addr,t),n[0]=t)}function Ub(e,t){let n=this.cache;if(t.x!==void 0)(n[0]!==t.x||n[1]!==t.y)&&(e.uniform2ui(this.addr,t.x,t.y),n[0]=t.x,n[1]=t.y);else{if(Ob(n,t))return;e.uniform2uiv(this.addr,t),kb(n,t)}}function Wb(e,t){let n=this.cache;if(t.x!==void 0)(n[0]!==t.x||n[1]!==t.y||n[2]!==t.z)&&(e.uniform3ui(this.addr,t.x,t.y,t.z),n[0]=t.x,n[1]=t.y,n[2]=t.z);else{if(Ob(n,t))return;e.uniform3uiv(this.addr,t),kb(n,t)}}function Gb(e,t){let n=this.cache;if(t.x!==void 0)(n[0]!==t.x||n[1]!==t.y||n[2]!==t.z||n[3]!==t.w)&&(e.uniform4ui(this.addr,t.x,t.y,t.z,t.w),n[0]=t.x,n[1]=t.y,n[2]=t.z,n[3]=t.w);else{if(Ob(n,t))return;e.uniform4uiv(this.addr,t),kb(n,t)}}function Kb(e){return e.version===0&&(e.compareFunction=519,e.needsUpdate=!0),e}function qb(e,t,n){let r=this.cache,i=n.allocateTextureUnit();r[0]!==i&&(e.uniform1i(this.addr,i),r[0]=i);let a;a=this.type===e.SAMPLER_2D_SHADOW?Kb(_b):gb,n.setTexture2D(t||a,i)}function Jb(e,t,n){let r=this.cache,i=n.allocateTextureUnit();r[0]!==i&&(e.uniform1i(this.addr,i),r[0]=i),n.setTexture3D(t||bb,i)}function Yb(e,t,n){let r=this.cache,i=n.allocateTextureUnit();r[0]!==i&&(e.uniform1i(this.addr,i),r[0]=i);let a;a=this.type===e.SAMPLER_CUBE_SHADOW?Kb(vb):xb,n.setTextureCube(t||a,i)}function Xb(e,t,n){let r=this.cache,i=n.allocateTextureUnit();r[0]!==i&&(e.uniform1i(this.addr,i),r[0]=i),n.setTexture2DArray(t||yb,i)}function Zb(e){switch(e){case 5126:return jb;case 35664:return Mb;case 35665:return Nb;case 35666:return Pb;case 35674:return Fb;case 35675:return Ib;case 35676:return Lb;case 5124:case 35670:return Rb;case 35667:case 35671:return zb;case 35668:case 35672:return Bb;case 35669:case 35673:return Vb;case 5125:return Hb;case 36294:return Ub;case 36295:return Wb;case 36296:return Gb;case 35678:case 36198:case 36298:case 36306:case 35682:return qb;case 35679:case 36299:case 36307:return Jb;case 35680:case 36300:case 36308:case 36293:return Yb;case 36289:case 36303:case 36311:case 36292:return Xb}}function Qb(e,t){e.uniform1fv(this.addr,t)}function $b(e,t){let n=Db(t,this.size,2);e.uniform2fv(this.addr,n)}function ex(e,t){let n=Db(t,this.size,3);e.uniform3fv(this.addr,n)}function tx(e,t){let n=Db(t,this.size,4);e.uniform4fv(this.addr,n)}function nx(e,t){let n=Db(t,this.size,4);e.uniformMatrix2fv(this.addr,!1,n)}function rx(e,t){let n=Db(t,this.size,9);e.uniformMatrix3fv(this.addr,!1,n)}function ix(e,t){let n=Db(t,this.size,16);e.uniformMatrix4fv(this.addr,!1,n)}function ax(e,t){e.uniform1iv(this.addr,t)}function ox(e,t){e.uniform2iv(this.addr,t)}function sx(e,t){e.uniform3iv(this.addr,t)}function cx(e,t){e.uniform4iv(this.addr,t)}function lx(e,t){e.uniform1uiv(this.addr,t)}function ux(e,t){e.uniform2uiv(this.addr,t)}function dx(e,t){e.uniform3uiv(this.addr,t)}function fx(e,t){e.uniform4uiv(this.addr,t)}function px(e,t,n){let r=this.cache,i=t.length,a=Ab(n,i);Ob(r,a)||(e.uniform1iv(this.addr,a),kb(r,a));let o;o=this.type===e.SAMPLER_2D_SHADOW?Kb(_b):gb;for(let e=0;e!==i;++e)n.setTexture2D(t[e]||o,a[e])}function mx(e,t,n){let r=this.cache,i=t.length,a=Ab(n,i);Ob(r,a)||(e.uniform1iv(this.addr,a),kb(r,a));for(let e=0;e!==i;++e)n.setTexture3D(t[e]||bb,a[e])}function hx(e,t,n){let r=this.cache,i=t.length,a=Ab(n,i);Ob(r,a)||(e.uniform1iv(this.addr,a),kb(r,a));let o;o=this.type===e.SAMPLER_CUBE_SHADOW?Kb(vb):xb;for(let e=0;e!==i;++e)n.setTextureCube(t[e]||o,a[e])}function gx(e,t,n){let r=this.cache,i=t.length,a=Ab(n,i);Ob(r,a)||(e.uniform1iv(this.addr,a),kb(r,a));for(let e=0;e!==i;++e)n.setTexture2DArray(t[e]||yb,a[e])}function _x(e){switch(e){case 5126:return Qb;case 35664:return $b;case 35665:return ex;case 35666:return tx;case 35674:return nx;case 35675:return rx;case 35676:return ix;case 5124:case 35670:return ax;case 35667:case 35671:return ox;case 35668:case 35672:return sx;case 35669:case 35673:return cx;case 5125:return lx;case 36294:return ux;case 36295:return dx;case 36296:return fx;case 35678:case 36198:case 36298:case 36306:case 35682:return px;case 35679:case 36299:case 36307:return mx;case 35680:case 36300:case 36308:case 36293:return hx;case 36289:case 36303:case 36311:case 36292:return gx}}var vx=class{constructor(e,t,n){this.id=e,this.addr=n,this.cache=[],this.type=t.type,this.setValue=Zb(t.type)}},yx=class{constructor(e,t,n){this.id=e,this.addr=n,this.cache=[],this.type=t.type,this.size=t.size,this.setValue=_x(t.type)}},bx=class{constructor(e){this.id=e,this.seq=[],this.map={}}setValue(e,t,n){let r=this.seq;for(let i=0,a=r.length;i!==a;++i){let a=r[i];a.setValue(e,t[a.id],n)}}},xx=/(\w+)(\])?(\[|\.)?/g;function Sx(e,t){e.seq.push(t),e.map[t.id]=t}function Cx(e,t,n){let r=e.name,i=r.length;for(xx.lastIndex=0;;){let a=xx.exec(r),o=xx.lastIndex,s=a[1],c=a[2]===`]`,l=a[3];if(c&&(s|=0),l===void 0||l===`[`&&o+2===i){Sx(n,l===void 0?new vx(s,e,t):new yx(s,e,t));break}{let e=n.map[s];e===void 0&&(e=new bx(s),Sx(n,e)),n=e}}}var wx=class{constructor(e,t){this.seq=[],this.map={};let n=e.getProgramParameter(t,e.ACTIVE_UNIFORMS);for(let r=0;r<n;++r){let n=e.getActiveUniform(t,r);Cx(n,e.getUniformLocation(t,n.name),this)}let r=[],i=[];for(let t of this.seq)t.type===e.SAMPLER_2D_SHADOW||t.type===e.SAMPLER_CUBE_SHADOW||t.type===e.SAMPLER_2D_ARRAY_SHADOW?r.push(t):i.push(t);r.length>0&&(this.seq=r.concat(i))}setValue(e,t,n,r){let i=this.map[t];i!==void 0&&i.setValue(e,n,r)}setOptional(e,t,n){let r=t[n];r!==void 0&&this.setValue(e,n,r)}static upload(e,t,n,r){for(let i=0,a=t.length;i!==a;++i){let a=t[i],o=n[a.id];o.needsUpdate!==!1&&a.setValue(e,o.value,r)}}static seqWithValue(e,t){let n=[];for(let r=0,i=e.length;r!==i;++r){let i=e[r];i.id in t&&n.push(i)}return n}};function Tx(e,t,n){let r=e.createShader(t);return e.shaderSource(r,n),e.compileShader(r),r}var Ex=37297,Dx=0;function Ox(e,t){let n=e.split(`
`),r=[],i=Math.max(t-6,0),a=Math.min(t+6,n.length);for(let e=i;e<a;e++){let i=e+1;r.push(`${i===t?`>`:` `} ${i}: ${n[e]}`)}return r.join(`
`)}var kx=new K;function Ax(e){q._getMatrix(kx,q.workingColorSpace,e);let t=`mat3( ${kx.elements.map(e=>e.toFixed(4))} )`;switch(q.getTransfer(e)){case um:return[t,`LinearTransferOETF`];case dm:return[t,`sRGBTransferOETF`];default:return V(`WebGLProgram: Unsupported color space: `,e),[t,`LinearTransferOETF`]}}function jx(e,t,n){let r=e.getShaderParameter(t,e.COMPILE_STATUS),i=(e.getShaderInfoLog(t)||``).trim();if(r&&i===``)return``;let a=/ERROR: 0:(\d+)/.exec(i);if(a){let r=parseInt(a[1]);return n.toUpperCase()+`

`+i+`

`+Ox(e.getShaderSource(t),r)}return i}function Mx(e,t){let n=Ax(t);return[`vec4 ${e}( vec4 value ) {`,`	return ${n[1]}( vec4( ${n[0]} * value.rgb, value.a ) );`,`}`].join(`
`)}var Nx={1:`Linear`,2:`Reinhard`,3:`Cineon`,4:`ACESFilmic`,6:`AgX`,7:`Neutral`,5:`Custom`};function Px(e,t){let n=Nx[t];return n===void 0?(V(`WebGLProgram: Unsupported toneMapping:`,t),`vec3 `+e+`( vec3 color ) { return LinearToneMapping( color ); }`):`vec3 `+e+`( vec3 color ) { return `+n+`ToneMapping( color ); }`}var Fx=new G;function Ix(){return q.getLuminanceCoefficients(Fx),[`float luminance( const in vec3 rgb ) {`,`	const vec3 weights = vec3( ${Fx.x.toFixed(4)}, ${Fx.y.toFixed(4)}, ${Fx.z.toFixed(4)} );`,`	return dot( weights, rgb );`,`}`].join(`
`)}function Lx(e){return[e.extensionClipCullDistance?`#extension GL_ANGLE_clip_cull_distance : require`:``,e.extensionMultiDraw?`#extension GL_ANGLE_multi_draw : require`:``].filter(Bx).join(`
`)}function Rx(e){let t=[];for(let n in e){let r=e[n];r!==!1&&t.push(`#define `+n+` `+r)}return t.join(`
`)}function zx(e,t){let n={},r=e.getProgramParameter(t,e.ACTIVE_ATTRIBUTES);for(let i=0;i<r;i++){let r=e.getActiveAttrib(t,i),a=r.name,o=1;r.type===e.FLOAT_MAT2&&(o=2),r.type===e.FLOAT_MAT3&&(o=3),r.type===e.FLOAT_MAT4&&(o=4),n[a]={type:r.type,location:e.getAttribLocation(t,a),locationSize:o}}return n}function Bx(e){return e!==``}function Vx(e,t){let n=t.numSpotLightShadows+t.numSpotLightMaps-t.numSpotLightShadowsWithMaps;return e.replace(/NUM_SUN_LIGHTS/g,t.numSunLights).replace(/NUM_DIR_LIGHTS/g,t.numDirLights).replace(/NUM_SPOT_LIGHTS/g,t.numSpotLights).replace(/NUM_SPOT_LIGHT_MAPS/g,t.numSpotLightMaps).replace(/NUM_SPOT_LIGHT_COORDS/g,n).replace(/NUM_RECT_AREA_LIGHTS/g,t.numRectAreaLights).replace(/NUM_POINT_LIGHTS/g,t.numPointLights).replace(/NUM_HEMI_LIGHTS/g,t.numHemiLights).replace(/NUM_SUN_LIGHT_SHADOWS/g,t.numSunLightShadows).replace(/NUM_DIR_LIGHT_SHADOWS/g,t.numDirLightShadows).replace(/NUM_SPOT_LIGHT_SHADOWS_WITH_MAPS/g,t.numSpotLightShadowsWithMaps).replace(/NUM_SPOT_LIGHT_SHADOWS/g,t.numSpotLightShadows).replace(/NUM_POINT_LIGHT_SHADOWS/g,t.numPointLightShadows).replace(/NUM_LIGHT_PROBE_GRIDS/g,t.numLightProbeGrids)}function Hx(e,t){return e.replace(/NUM_CLIPPING_PLANES/g,t.numClippingPlanes).replace(/UNION_CLIPPING_PLANES/g,t.numClippingPlanes-t.numClipIntersection)}var Ux=/^[ \t]*#include +<([\w\d./]+)>/gm;function Wx(e){return e.replace(Ux,Gx)}function Gx(e,t){let n=Z[t];if(n===void 0)throw Error(`THREE.WebGLProgram: Can not resolve #include <`+t+`>`);return Wx(n)}var Kx=/#pragma unroll_loop_start\s+for\s*\(\s*int\s+i\s*=\s*(\d+)\s*;\s*i\s*<\s*(\d+)\s*;\s*i\s*\+\+\s*\)\s*{([\s\S]+?)}\s+#pragma unroll_loop_end/g;function qx(e){return e.replace(Kx,Jx)}function Jx(e,t,n,r){let i=``;for(let e=parseInt(t);e<parseInt(n);e++)i+=r.replace(/\[\s*i\s*\]/g,`[ `+e+` ]`).replace(/UNROLLED_LOOP_INDEX/g,e);return i}function Yx(e){let t=`precision ${e.precision} float;
	precision ${e.precision} int;
	precision ${e.precision} sampler2D;
	precision ${e.precision} samplerCube;
	precision ${e.precision} sampler3D;
	precision ${e.precision} sampler2DArray;
	precision ${e.precision} sampler2DShadow;
	precision ${e.precision} samplerCubeShadow;
	precision ${e.precision} sampler2DArrayShadow;
	precision ${e.precision} isampler2D;
	precision ${e.precision} isampler3D;
	precision ${e.precision} isamplerCube;
	precision ${e.precision} isampler2DArray;
	precision ${e.precision} usampler2D;
	precision ${e.precision} usampler3D;
	precision ${e.precision} usamplerCube;
	precision ${e.precision} usampler2DArray;
	`;return e.precision===`highp`?t+=`
#define HIGH_PRECISION`:e.precision===`mediump`?t+=`
#define MEDIUM_PRECISION`:e.precision===`lowp`&&(t+=`
#define LOW_PRECISION`),t}var Xx={1:`SHADOWMAP_TYPE_PCF`,3:`SHADOWMAP_TYPE_VSM`};function Zx(e){return Xx[e.shadowMapType]||`SHADOWMAP_TYPE_BASIC`}var Qx={302:`ENVMAP_MODE_REFRACTION`};function $x(e){return e.envMap===!1?`ENVMAP_MODE_REFLECTION`:Qx[e.envMapMode]||`ENVMAP_MODE_REFLECTION`}var eS={0:`ENVMAP_BLENDING_MULTIPLY`,1:`ENVMAP_BLENDING_MIX`,2:`ENVMAP_BLENDING_ADD`};function tS(e){return e.envMap===!1?`ENVMAP_BLENDING_NONE`:eS[e.combine]||`ENVMAP_BLENDING_NONE`}function nS(e,t,n,r){let i=e.getContext(),a=n.defines,o=n.vertexShader,s=n.fragmentShader,c=Zx(n),l=n.envMapPMREM===!0?`ENVMAP_TYPE_PMREM`:`ENVMAP_TYPE_CUBE`,u=$x(n),d=tS(n),f=Lx(n),p=Rx(a),m=i.createProgram(),h,g,_=n.glslVersion?`#version `+n.glslVersion+`
`:``;n.isRawShaderMaterial?(h=[`#define SHADER_TYPE `+n.shaderType,`#define SHADER_NAME `+n.shaderName,p].filter(Bx).join(`
`),h.length>0&&(h+=`
`),g=[`#define SHADER_TYPE `+n.shaderType,`#define SHADER_NAME `+n.shaderName,p].filter(Bx).join(`
`),g.length>0&&(g+=`
`)):(h=[Yx(n),`#define SHADER_TYPE `+n.shaderType,`#define SHADER_NAME `+n.shaderName,p,n.extensionClipCullDistance?`#define USE_CLIP_DISTANCE`:``,n.batching?`#define USE_BATCHING`:``,n.batchingColor?`#define USE_BATCHING_COLOR`:``,n.instancing?`#define USE_INSTANCING`:``,n.instancingColor?`#define USE_INSTANCING_COLOR`:``,n.instancingMorph?`#define USE_INSTANCING_MORPH`:``,n.useFog&&n.fog?`#define USE_FOG`:``,n.useFog&&n.fogExp2?`#define FOG_EXP2`:``,n.map?`#define USE_MAP`:``,n.envMap?`#define USE_ENVMAP`:``,n.envMap?`#define `+u:``,n.lightMap?`#define USE_LIGHTMAP`:``,n.aoMap?`#define USE_AOMAP`:``,n.bumpMap?`#define USE_BUMPMAP`:``,n.normalMap?`#define USE_NORMALMAP`:``,n.normalMapObjectSpace?`#define USE_NORMALMAP_OBJECTSPACE`:``,n.normalMapTangentSpace?`#define USE_NORMALMAP_TANGENTSPACE`:``,n.displacementMap?`#define USE_DISPLACEMENTMAP`:``,n.emissiveMap?`#define USE_EMISSIVEMAP`:``,n.anisotropy?`#define USE_ANISOTROPY`:``,n.anisotropyMap?`#define USE_ANISOTROPYMAP`:``,n.clearcoatMap?`#define USE_CLEARCOATMAP`:``,n.clearcoatRoughnessMap?`#define USE_CLEARCOAT_ROUGHNESSMAP`:``,n.clearcoatNormalMap?`#define USE_CLEARCOAT_NORMALMAP`:``,n.diffuseRoughnessMap?`#define USE_DIFFUSE_ROUGHNESSMAP`:``,n.iridescenceMap?`#define USE_IRIDESCENCEMAP`:``,n.iridescenceThicknessMap?`#define USE_IRIDESCENCE_THICKNESSMAP`:``,n.specularMap?`#define USE_SPECULARMAP`:``,n.specularColorMap?`#define USE_SPECULAR_COLORMAP`:``,n.specularIntensityMap?`#define USE_SPECULAR_INTENSITYMAP`:``,n.roughnessMap?`#define USE_ROUGHNESSMAP`:``,n.metalnessMap?`#define USE_METALNESSMAP`:``,n.alphaMap?`#define USE_ALPHAMAP`:``,n.alphaHash?`#define USE_ALPHAHASH`:``,n.transmission?`#define USE_TRANSMISSION`:``,n.transmissionMap?`#define USE_TRANSMISSIONMAP`:``,n.thicknessMap?`#define USE_THICKNESSMAP`:``,n.sheenColorMap?`#define USE_SHEEN_COLORMAP`:``,n.sheenRoughnessMap?`#define USE_SHEEN_ROUGHNESSMAP`:``,n.mapUv?`#define MAP_UV `+n.mapUv:``,n.alphaMapUv?`#define ALPHAMAP_UV `+n.alphaMapUv:``,n.lightMapUv?`#define LIGHTMAP_UV `+n.lightMapUv:``,n.aoMapUv?`#define AOMAP_UV `+n.aoMapUv:``,n.emissiveMapUv?`#define EMISSIVEMAP_UV `+n.emissiveMapUv:``,n.bumpMapUv?`#define BUMPMAP_UV `+n.bumpMapUv:``,n.normalMapUv?`#define NORMALMAP_UV `+n.normalMapUv:``,n.displacementMapUv?`#define DISPLACEMENTMAP_UV `+n.displacementMapUv:``,n.metalnessMapUv?`#define METALNESSMAP_UV `+n.metalnessMapUv:``,n.roughnessMapUv?`#define ROUGHNESSMAP_UV `+n.roughnessMapUv:``,n.anisotropyMapUv?`#define ANISOTROPYMAP_UV `+n.anisotropyMapUv:``,n.clearcoatMapUv?`#define CLEARCOATMAP_UV `+n.clearcoatMapUv:``,n.clearcoatNormalMapUv?`#define CLEARCOAT_NORMALMAP_UV `+n.clearcoatNormalMapUv:``,n.clearcoatRoughnessMapUv?`#define CLEARCOAT_ROUGHNESSMAP_UV `+n.clearcoatRoughnessMapUv:``,n.diffuseRoughnessMapUv?`#define DIFFUSE_ROUGHNESSMAP_UV `+n.diffuseRoughnessMapUv:``,n.iridescenceMapUv?`#define IRIDESCENCEMAP_UV `+n.iridescenceMapUv:``,n.iridescenceThicknessMapUv?`#define IRIDESCENCE_THICKNESSMAP_UV `+n.iridescenceThicknessMapUv:``,n.sheenColorMapUv?`#define SHEEN_COLORMAP_UV `+n.sheenColorMapUv:``,n.sheenRoughnessMapUv?`#define SHEEN_ROUGHNESSMAP_UV `+n.sheenRoughnessMapUv:``,n.specularMapUv?`#define SPECULARMAP_UV `+n.specularMapUv:``,n.specularColorMapUv?`#define SPECULAR_COLORMAP_UV `+n.specularColorMapUv:``,n.specularIntensityMapUv?`#define SPECULAR_INTENSITYMAP_UV `+n.specularIntensityMapUv:``,n.transmissionMapUv?`#define TRANSMISSIONMAP_UV `+n.transmissionMapUv:``,n.thicknessMapUv?`#define THICKNESSMAP_UV `+n.thicknessMapUv:``,n.vertexTangents&&n.flatShading===!1?`#define USE_TANGENT`:``,n.vertexNormals?`#define HAS_NORMAL`:``,n.vertexColors?`#define USE_COLOR`:``,n.vertexAlphas?`#define USE_COLOR_ALPHA`:``,n.vertexUv1s?`#define USE_UV1`:``,n.vertexUv2s?`#define USE_UV2`:``,n.vertexUv3s?`#define USE_UV3`:``,n.pointsUvs?`#define USE_POINTS_UV`:``,n.flatShading?`#define FLAT_SHADED`:``,n.skinning?`#define USE_SKINNING`:``,n.morphTargets?`#define USE_MORPHTARGETS`:``,n.morphNormals&&n.flatShading===!1?`#define USE_MORPHNORMALS`:``,n.morphColors?`#define USE_MORPHCOLORS`:``,n.morphTargetsCount>0?`#define MORPHTARGETS_TEXTURE_STRIDE `+n.morphTextureStride:``,n.morphTargetsCount>0?`#define MORPHTARGETS_COUNT `+n.morphTargetsCount:``,n.doubleSided?`#define DOUBLE_SIDED`:``,n.flipSided?`#define FLIP_SIDED`:``,n.shadowMapEnabled?`#define USE_SHADOWMAP`:``,n.shadowMapEnabled?`#define `+c:``,n.sizeAttenuation?`#define USE_SIZEATTENUATION`:``,n.numLightProbes>0?`#define USE_LIGHT_PROBES`:``,n.logarithmicDepthBuffer?`#define USE_LOGARITHMIC_DEPTH_BUFFER`:``,n.reversedDepthBuffer?`#define USE_REVERSED_DEPTH_BUFFER`:``,`uniform mat4 modelMatrix;`,`uniform mat4 modelViewMatrix;`,`uniform mat4 projectionMatrix;`,`uniform mat4 viewMatrix;`,`uniform mat3 normalMatrix;`,`uniform vec3 cameraPosition;`,`uniform bool isOrthographic;`,`#ifdef USE_INSTANCING`,`	attribute mat4 instanceMatrix;`,`#endif`,`#ifdef USE_INSTANCING_COLOR`,`	attribute vec3 instanceColor;`,`#endif`,`#ifdef USE_INSTANCING_MORPH`,`	uniform sampler2D morphTexture;`,`#endif`,`attribute vec3 position;`,`attribute vec3 normal;`,`attribute vec2 uv;`,`#ifdef USE_UV1`,`	attribute vec2 uv1;`,`#endif`,`#ifdef USE_UV2`,`	attribute vec2 uv2;`,`#endif`,`#ifdef USE_UV3`,`	attribute vec2 uv3;`,`#endif`,`#ifdef USE_TANGENT`,`	attribute vec4 tangent;`,`#endif`,`#if defined( USE_COLOR_ALPHA )`,`	attribute vec4 color;`,`#elif defined( USE_COLOR )`,`	attribute vec3 color;`,`#endif`,`#ifdef USE_SKINNING`,`	attribute vec4 skinIndex;`,`	attribute vec4 skinWeight;`,`#endif`,`
`].filter(Bx).join(`
`),g=[Yx(n),`#define SHADER_TYPE `+n.shaderType,`#define SHADER_NAME `+n.shaderName,p,n.useFog&&n.fog?`#define USE_FOG`:``,n.useFog&&n.fogExp2?`#define FOG_EXP2`:``,n.alphaToCoverage?`#define ALPHA_TO_COVERAGE`:``,n.map?`#define USE_MAP`:``,n.matcap?`#define USE_MATCAP`:``,n.envMap?`#define USE_ENVMAP`:``,n.envMap?`#define `+l:``,n.envMap?`#define `+u:``,n.envMap?`#define `+d:``,n.envMapPMREM?`#define ENVMAP_MAX_LOD `+n.envMapMaxLod+`.0`:``,n.envMapPMREM?`#define ENVMAP_SIZE `+n.envMapSize+`.0`:``,n.lightMap?`#define USE_LIGHTMAP`:``,n.aoMap?`#define USE_AOMAP`:``,n.bumpMap?`#define USE_BUMPMAP`:``,n.normalMap?`#define USE_NORMALMAP`:``,n.normalMapObjectSpace?`#define USE_NORMALMAP_OBJECTSPACE`:``,n.normalMapTangentSpace?`#define USE_NORMALMAP_TANGENTSPACE`:``,n.packedNormalMap?`#define USE_PACKED_NORMALMAP`:``,n.emissiveMap?`#define USE_EMISSIVEMAP`:``,n.anisotropy?`#define USE_ANISOTROPY`:``,n.anisotropyMap?`#define USE_ANISOTROPYMAP`:``,n.clearcoat?`#define USE_CLEARCOAT`:``,n.clearcoatMap?`#define USE_CLEARCOATMAP`:``,n.clearcoatRoughnessMap?`#define USE_CLEARCOAT_ROUGHNESSMAP`:``,n.clearcoatNormalMap?`#define USE_CLEARCOAT_NORMALMAP`:``,n.diffuseRoughness?`#define USE_DIFFUSE_ROUGHNESS`:``,n.diffuseRoughnessMap?`#define USE_DIFFUSE_ROUGHNESSMAP`:``,n.dispersion?`#define USE_DISPERSION`:``,n.retroreflection?`#define USE_RETROREFLECTION`:``,n.iridescence?`#define USE_IRIDESCENCE`:``,n.iridescenceMap?`#define USE_IRIDESCENCEMAP`:``,n.iridescenceThicknessMap?`#define USE_IRIDESCENCE_THICKNESSMAP`:``,n.specularMap?`#define USE_SPECULARMAP`:``,n.specularColorMap?`#define USE_SPECULAR_COLORMAP`:``,n.specularIntensityMap?`#define USE_SPECULAR_INTENSITYMAP`:``,n.roughnessMap?`#define USE_ROUGHNESSMAP`:``,n.metalnessMap?`#define USE_METALNESSMAP`:``,n.alphaMap?`#define USE_ALPHAMAP`:``,n.alphaTest?`#define USE_ALPHATEST`:``,n.alphaHash?`#define USE_ALPHAHASH`:``,n.sheen?`#define USE_SHEEN`:``,n.sheenColorMap?`#define USE_SHEEN_COLORMAP`:``,n.sheenRoughnessMap?`#define USE_SHEEN_ROUGHNESSMAP`:``,n.transmission?`#define USE_TRANSMISSION`:``,n.transmissionMap?`#define USE_TRANSMISSIONMAP`:``,n.thicknessMap?`#define USE_THICKNESSMAP`:``,n.vertexTangents&&n.flatShading===!1?`#define USE_TANGENT`:``,n.vertexColors||n.instancingColor?`#define USE_COLOR`:``,n.vertexAlphas||n.batchingColor?`#define USE_COLOR_ALPHA`:``,n.vertexUv1s?`#define USE_UV1`:``,n.vertexUv2s?`#define USE_UV2`:``,n.vertexUv3s?`#define USE_UV3`:``,n.pointsUvs?`#define USE_POINTS_UV`:``,n.gradientMap?`#define USE_GRADIENTMAP`:``,n.flatShading?`#define FLAT_SHADED`:``,n.doubleSided?`#define DOUBLE_SIDED`:``,n.flipSided?`#define FLIP_SIDED`:``,n.shadowMapEnabled?`#define USE_SHADOWMAP`:``,n.shadowMapEnabled?`#define `+c:``,n.premultipliedAlpha?`#define PREMULTIPLIED_ALPHA`:``,n.numLightProbes>0?`#define USE_LIGHT_PROBES`:``,n.decodeVideoTexture?`#define DECODE_VIDEO_TEXTURE`:``,n.decodeVideoTextureEmissive?`#define DECODE_VIDEO_TEXTURE_EMISSIVE`:``,n.logarithmicDepthBuffer?`#define USE_LOGARITHMIC_DEPTH_BUFFER`:``,n.reversedDepthBuffer?`#define USE_REVERSED_DEPTH_BUFFER`:``,`uniform mat4 viewMatrix;`,`uniform vec3 cameraPosition;`,`uniform bool isOrthographic;`,n.toneMapping===0?``:`#define TONE_MAPPING`,n.toneMapping===0?``:Z.tonemapping_pars_fragment,n.toneMapping===0?``:Px(`toneMapping`,n.toneMapping),n.dithering?`#define DITHERING`:``,n.opaque?`#define OPAQUE`:``,Z.colorspace_pars_fragment,Mx(`linearToOutputTexel`,n.outputColorSpace),Ix(),n.useDepthPacking?`#define DEPTH_PACKING `+n.depthPacking:``,`
`].filter(Bx).join(`
`)),o=Wx(o),o=Vx(o,n),o=Hx(o,n),s=Wx(s),s=Vx(s,n),s=Hx(s,n),o=qx(o),s=qx(s),n.isRawShaderMaterial!==!0&&(_=`#version 300 es
`,h=[f,`#define attribute in`,`#define varying out`,`#define texture2D texture`].join(`
`)+`
`+h,g=[`#define varying in`,n.glslVersion===`300 es`?``:`layout(location = 0) out highp vec4 pc_fragColor;`,n.glslVersion===`300 es`?``:`#define gl_FragColor pc_fragColor`,`#define gl_FragDepthEXT gl_FragDepth`,`#define texture2D texture`,`#define textureCube texture`,`#define texture2DProj textureProj`,`#define texture2DLodEXT textureLod`,`#define texture2DProjLodEXT textureProjLod`,`#define textureCubeLodEXT textureLod`,`#define texture2DGradEXT textureGrad`,`#define texture2DProjGradEXT textureProjGrad`,`#define textureCubeGradEXT textureGrad`].join(`
`)+`
`+g);let v=_+h+o,y=_+g+s,b=Tx(i,i.VERTEX_SHADER,v),x=Tx(i,i.FRAGMENT_SHADER,y);i.attachShader(m,b),i.attachShader(m,x),n.index0AttributeName===void 0?n.hasPositionAttribute===!0&&i.bindAttribLocation(m,0,`position`):i.bindAttribLocation(m,0,n.index0AttributeName),i.linkProgram(m);function S(t){if(e.debug.checkShaderErrors){let n=i.getProgramInfoLog(m)||``,r=i.getShaderInfoLog(b)||``,a=i.getShaderInfoLog(x)||``,o=n.trim(),s=r.trim(),c=a.trim(),l=!0,u=!0;if(i.getProgramParameter(m,i.LINK_STATUS)===!1){if(l=!1,typeof e.debug.onShaderError==`function`)e.debug.onShaderError(i,m,b,x);else{let e=jx(i,b,`vertex`),n=jx(i,x,`fragment`);H(`WebGLProgram: Shader Error `+i.getError()+` - VALIDATE_STATUS `+i.getProgramParameter(m,i.VALIDATE_STATUS)+`

Material Name: `+t.name+`
Material Type: `+t.type+`

Program Info Log: `+o+`
`+e+`
`+n)}}else o===``?(s===``||c===``)&&(u=!1):V(`WebGLProgram: Program Info Log:`,o);u&&(t.diagnostics={runnable:l,programLog:o,vertexShader:{log:s,prefix:h},fragmentShader:{log:c,prefix:g}})}i.deleteShader(b),i.deleteShader(x),C=new wx(i,m),w=zx(i,m)}let C;this.getUniforms=function(){return C===void 0&&S(this),C};let w;this.getAttributes=function(){return w===void 0&&S(this),w};let T=n.rendererExtensionParallelShaderCompile===!1;return this.isReady=function(){return T===!1&&(T=i.getProgramParameter(m,Ex)),T},this.destroy=function(){r.releaseStatesOfProgram(this),i.deleteProgram(m),this.program=void 0},this.type=n.shaderType,this.name=n.shaderName,this.id=Dx++,this.cacheKey=t,this.usedTimes=1,this.program=m,this.vertexShader=b,this.fragmentShader=x,this}var rS=0,iS=class{constructor(){this.shaderCache=new Map,this.materialCache=new Map}update(e,t,n){let r=this._getShaderCacheForMaterial(e);return r.has(t)===!1&&(r.add(t),t.usedTimes++),r.has(n)===!1&&(r.add(n),n.usedTimes++),this}remove(e){let t=this.materialCache.get(e);for(let e of t)e.usedTimes--,e.usedTimes===0&&this.shaderCache.delete(e.code);return this.materialCache.delete(e),this}getVertexShaderStage(e){return this._getShaderStage(e.vertexShader)}getFragmentShaderStage(e){return this._getShaderStage(e.fragmentShader)}dispose(){this.shaderCache.clear(),this.materialCache.clear()}_getShaderCacheForMaterial(e){let t=this.materialCache,n=t.get(e);return n===void 0&&(n=new Set,t.set(e,n)),n}_getShaderStage(e){let t=this.shaderCache,n=t.get(e);return n===void 0&&(n=new aS(e),t.set(e,n)),n}},aS=class{constructor(e){this.id=rS++,this.code=e,this.usedTimes=0}};function oS(e){return e===1030||e===37490||e===36285}function sS(e,t,n,r,i,a){let o=new jh,s=new iS,c=new Set,l=[],u=new Map,d=r.logarithmicDepthBuffer,f={MeshDepthMaterial:`depth`,MeshDistanceMaterial:`distance`,MeshNormalMaterial:`normal`,MeshBasicMaterial:`basic`,MeshLambertMaterial:`lambert`,MeshPhongMaterial:`phong`,MeshToonMaterial:`toon`,MeshStandardMaterial:`physical`,MeshPhysicalMaterial:`physical`,MeshMatcapMaterial:`matcap`,LineBasicMaterial:`basic`,LineDashedMaterial:`dashed`,PointsMaterial:`points`,ShadowMaterial:`shadow`,SpriteMaterial:`sprite`};function p(e){return c.add(e),e===0?`uv`:`uv${e}`}function m(i,o,l,u,m,h){let g=u.fog,_=m.geometry,v=i.isMeshStandardMaterial||i.isMeshLambertMaterial||i.isMeshPhongMaterial?u.environment:null,y=i.isMeshStandardMaterial||i.isMeshLambertMaterial&&!i.envMap||i.isMeshPhongMaterial&&!i.envMap,b=t.get(i.envMap||v,y),x=f[i.type],S=r.precision;i.precision!==null&&(S=r.getMaxPrecision(i.precision),S!==i.precision&&V(`WebGLProgram.getParameters:`,i.precision,`not supported, using`,S,`instead.`));let C=_.morphAttributes.position||_.morphAttributes.normal||_.morphAttributes.color,w=C===void 0?0:C.length,T=0;_.morphAttributes.position!==void 0&&(T=1),_.morphAttributes.normal!==void 0&&(T=2),_.morphAttributes.color!==void 0&&(T=3);let E,D,O,k;if(x){let e=Fy[x];E=e.vertexShader,D=e.fragmentShader}else{E=i.vertexShader,D=i.fragmentShader;let e=s.getVertexShaderStage(i),t=s.getFragmentShaderStage(i);s.update(i,e,t),O=e.id,k=t.id}let A=e.getRenderTarget(),j=e.state.buffers.depth.getReversed(),M=m.isInstancedMesh===!0,N=m.isBatchedMesh===!0,ee=!!i.map,te=!!i.matcap,P=!!b,ne=P&&b.isPMREMTexture===!0,re=!!i.aoMap,ie=!!i.lightMap,ae=!!i.bumpMap&&i.wireframe===!1,oe=!!i.normalMap,se=!!i.displacementMap,ce=!!i.emissiveMap,le=!!i.metalnessMap,ue=!!i.roughnessMap,de=i.anisotropy>0,fe=i.clearcoat>0,pe=i.diffuseRoughness>0,me=i.dispersion>0,he=i.retroreflectivity>0,ge=i.iridescence>0,_e=i.sheen>0,ve=i.transmission>0,ye=de&&!!i.anisotropyMap,be=fe&&!!i.clearcoatMap,xe=fe&&!!i.clearcoatNormalMap,Se=fe&&!!i.clearcoatRoughnessMap,Ce=pe&&!!i.diffuseRoughnessMap,F=ge&&!!i.iridescenceMap,we=ge&&!!i.iridescenceThicknessMap,Te=_e&&!!i.sheenColorMap,Ee=_e&&!!i.sheenRoughnessMap,I=!!i.specularMap,De=!!i.specularColorMap,L=!!i.specularIntensityMap,R=ve&&!!i.transmissionMap,Oe=ve&&!!i.thicknessMap,ke=!!i.gradientMap,Ae=!!i.alphaMap,je=i.alphaTest>0,Me=!!i.alphaHash,Ne=!!i.extensions,Pe=0;i.toneMapped&&(A===null||A.isXRRenderTarget===!0)&&(Pe=e.toneMapping);let Fe=ne?b.isCompressedCubeTexture?b.image[0].mipmaps:b.mipmaps:null,Ie={shaderID:x,shaderType:i.type,shaderName:i.name,vertexShader:E,fragmentShader:D,defines:i.defines,customVertexShaderID:O,customFragmentShaderID:k,isRawShaderMaterial:i.isRawShaderMaterial===!0,glslVersion:i.glslVersion,precision:S,batching:N,batchingColor:N&&m._colorsTexture!==null,instancing:M,instancingColor:M&&m.instanceColor!==null,instancingMorph:M&&m.morphTexture!==null,outputColorSpace:A===null?e.outputColorSpace:A.isXRRenderTarget===!0?A.texture.colorSpace:q.workingColorSpace,alphaToCoverage:!!i.alphaToCoverage,map:ee,matcap:te,envMap:P,envMapMode:P&&b.mapping,envMapPMREM:ne,envMapMaxLod:ne?Fe.length-1:null,envMapSize:ne?Fe[0].width:null,aoMap:re,lightMap:ie,bumpMap:ae,normalMap:oe,displacementMap:se,emissiveMap:ce,normalMapObjectSpace:oe&&i.normalMapType===1,normalMapTangentSpace:oe&&i.normalMapType===0,packedNormalMap:oe&&i.normalMapType===0&&oS(i.normalMap.format),metalnessMap:le,roughnessMap:ue,anisotropy:de,anisotropyMap:ye,clearcoat:fe,clearcoatMap:be,clearcoatNormalMap:xe,clearcoatRoughnessMap:Se,diffuseRoughness:pe,diffuseRoughnessMap:Ce,dispersion:me,retroreflection:he,iridescence:ge,iridescenceMap:F,iridescenceThicknessMap:we,sheen:_e,sheenColorMap:Te,sheenRoughnessMap:Ee,specularMap:I,specularColorMap:De,specularIntensityMap:L,transmission:ve,transmissionMap:R,thicknessMap:Oe,gradientMap:ke,opaque:i.transparent===!1&&i.blending===1&&i.alphaToCoverage===!1,alphaMap:Ae,alphaTest:je,alphaHash:Me,combine:i.combine,mapUv:ee&&p(i.map.channel),aoMapUv:re&&p(i.aoMap.channel),lightMapUv:ie&&p(i.lightMap.channel),bumpMapUv:ae&&p(i.bumpMap.channel),normalMapUv:oe&&p(i.normalMap.channel),displacementMapUv:se&&p(i.displacementMap.channel),emissiveMapUv:ce&&p(i.emissiveMap.channel),metalnessMapUv:le&&p(i.metalnessMap.channel),roughnessMapUv:ue&&p(i.roughnessMap.channel),anisotropyMapUv:ye&&p(i.anisotropyMap.channel),clearcoatMapUv:be&&p(i.clearcoatMap.channel),clearcoatNormalMapUv:xe&&p(i.clearcoatNormalMap.channel),clearcoatRoughnessMapUv:Se&&p(i.clearcoatRoughnessMap.channel),diffuseRoughnessMapUv:Ce&&p(i.diffuseRoughnessMap.channel),iridescenceMapUv:F&&p(i.iridescenceMap.channel),iridescenceThicknessMapUv:we&&p(i.iridescenceThicknessMap.channel),sheenColorMapUv:Te&&p(i.sheenColorMap.channel),sheenRoughnessMapUv:Ee&&p(i.sheenRoughnessMap.channel),specularMapUv:I&&p(i.specularMap.channel),specularColorMapUv:De&&p(i.specularColorMap.channel),specularIntensityMapUv:L&&p(i.specularIntensityMap.channel),transmissionMapUv:R&&p(i.transmissionMap.channel),thicknessMapUv:Oe&&p(i.thicknessMap.channel),alphaMapUv:Ae&&p(i.alphaMap.channel),vertexTangents:!!_.attributes.tangent&&(oe||de),vertexNormals:!!_.attributes.normal,vertexColors:i.vertexColors,vertexAlphas:i.vertexColors===!0&&!!_.attributes.color&&_.attributes.color.itemSize===4,pointsUvs:m.isPoints===!0&&!!_.attributes.uv&&(ee||Ae),fog:!!g,useFog:i.fog===!0,fogExp2:!!g&&g.isFogExp2,flatShading:i.wireframe===!1&&(i.flatShading===!0||_.attributes.normal===void 0&&oe===!1&&(i.isMeshLambertMaterial||i.isMeshPhongMaterial||i.isMeshStandardMaterial||i.isMeshPhysicalMaterial)),sizeAttenuation:i.sizeAttenuation===!0,logarithmicDepthBuffer:d,reversedDepthBuffer:j,skinning:m.isSkinnedMesh===!0,hasPositionAttribute:_.attributes.position!==void 0,morphTargets:_.morphAttributes.position!==void 0,morphNormals:_.morphAttributes.normal!==void 0,morphColors:_.morphAttributes.color!==void 0,morphTargetsCount:w,morphTextureStride:T,numSunLights:o.sun.length,numDirLights:o.directional.length,numPointLights:o.point.length,numSpotLights:o.spot.length,numSpotLightMaps:o.spotLightMap.length,numRectAreaLights:o.rectArea.length,numHemiLights:o.hemi.length,numSunLightShadows:o.sunShadowMap.length,numDirLightShadows:o.directionalShadowMap.length,numPointLightShadows:o.pointShadowMap.length,numSpotLightShadows:o.spotShadowMap.length,numSpotLightShadowsWithMaps:o.numSpotLightShadowsWithMaps,numLightProbes:o.numLightProbes,numLightProbeGrids:h.filter(e=>e.texture!==null).length,numClippingPlanes:a.numPlanes,numClipIntersection:a.numIntersection,dithering:i.dithering,shadowMapEnabled:e.shadowMap.enabled&&l.length>0,shadowMapType:e.shadowMap.type,toneMapping:Pe,decodeVideoTexture:ee&&i.map.isVideoTexture===!0&&q.getTransfer(i.map.colorSpace)===`srgb`,decodeVideoTextureEmissive:ce&&i.emissiveMap.isVideoTexture===!0&&q.getTransfer(i.emissiveMap.colorSpace)===`srgb`,premultipliedAlpha:i.premultipliedAlpha,doubleSided:i.side===2,flipSided:i.side===1,useDepthPacking:i.depthPacking>=0,depthPacking:i.depthPacking||0,index0AttributeName:i.index0AttributeName,extensionClipCullDistance:Ne&&i.extensions.clipCullDistance===!0&&n.has(`WEBGL_clip_cull_distance`),extensionMultiDraw:(Ne&&i.extensions.multiDraw===!0||N)&&n.has(`WEBGL_multi_draw`),rendererExtensionParallelShaderCompile:n.has(`KHR_parallel_shader_compile`),customProgramCacheKey:i.customProgramCacheKey()};return Ie.vertexUv1s=c.has(1),Ie.vertexUv2s=c.has(2),Ie.vertexUv3s=c.has(3),c.clear(),Ie}function h(t){let n=[];if(t.shaderID?n.push(t.shaderID):(n.push(t.customVertexShaderID),n.push(t.customFragmentShaderID)),t.defines!==void 0)for(let e in t.defines)n.push(e),n.push(t.defines[e]);return t.isRawShaderMaterial===!1&&(g(n,t),_(n,t),n.push(e.outputColorSpace)),n.push(t.customProgramCacheKey),n.join()}function g(e,t){e.push(t.precision),e.push(t.outputColorSpace),e.push(t.envMapMode),e.push(t.envMapPMREM),e.push(t.envMapMaxLod),e.push(t.envMapSize),e.push(t.mapUv),e.push(t.alphaMapUv),e.push(t.lightMapUv),e.push(t.aoMapUv),e.push(t.bumpMapUv),e.push(t.normalMapUv),e.push(t.displacementMapUv),e.push(t.emissiveMapUv),e.push(t.metalnessMapUv),e.push(t.roughnessMapUv),e.push(t.anisotropyMapUv),e.push(t.clearcoatMapUv),e.push(t.clearcoatNormalMapUv),e.push(t.clearcoatRoughnessMapUv),e.push(t.diffuseRoughnessMapUv),e.push(t.iridescenceMapUv),e.push(t.iridescenceThicknessMapUv),e.push(t.sheenColorMapUv),e.push(t.sheenRoughnessMapUv),e.push(t.specularMapUv),e.push(t.specularColorMapUv),e.push(t.specularIntensityMapUv),e.push(t.transmissionMapUv),e.push(t.thicknessMapUv),e.push(t.combine),e.push(t.fogExp2),e.push(t.sizeAttenuation),e.push(t.morphTargetsCount),e.push(t.numSunLights),e.push(t.numDirLights),e.push(t.numPointLights),e.push(t.numSpotLights),e.push(t.numSpotLightMaps),e.push(t.numHemiLights),e.push(t.numRectAreaLights),e.push(t.numSunLightShadows),e.push(t.numDirLightShadows),e.push(t.numPointLightShadows),e.push(t.numSpotLightShadows),e.push(t.numSpotLightShadowsWithMaps),e.push(t.numLightProbes),e.push(t.numLightProbeGrids),e.push(t.shadowMapType),e.push(t.toneMapping),e.push(t.numClippingPlanes),e.push(t.numClipIntersection),e.push(t.depthPacking)}function _(e,t){o.disableAll(),t.instancing&&o.enable(0),t.instancingColor&&o.enable(1),t.instancingMorph&&o.enable(2),t.matcap&&o.enable(3),t.envMap&&o.enable(4),t.normalMapObjectSpace&&o.enable(5),t.normalMapTangentSpace&&o.enable(6),t.clearcoat&&o.enable(7),t.iridescence&&o.enable(8),t.alphaTest&&o.enable(9),t.vertexColors&&o.enable(10),t.vertexAlphas&&o.enable(11),t.vertexUv1s&&o.enable(12),t.vertexUv2s&&o.enable(13),t.vertexUv3s&&o.enable(14),t.vertexTangents&&o.enable(15),t.anisotropy&&o.enable(16),t.alphaHash&&o.enable(17),t.batching&&o.enable(18),t.dispersion&&o.enable(19),t.retroreflection&&o.enable(24),t.diffuseRoughness&&o.enable(25),t.batchingColor&&o.enable(20),t.gradientMap&&o.enable(21),t.packedNormalMap&&o.enable(22),t.vertexNormals&&o.enable(23),e.push(o.mask),o.disableAll(),t.fog&&o.enable(0),t.useFog&&o.enable(1),t.flatShading&&o.enable(2),t.logarithmicDepthBuffer&&o.enable(3),t.reversedDepthBuffer&&o.enable(4),t.skinning&&o.enable(5),t.morphTargets&&o.enable(6),t.morphNormals&&o.enable(7),t.morphColors&&o.enable(8),t.premultipliedAlpha&&o.enable(9),t.shadowMapEnabled&&o.enable(10),t.doubleSided&&o.enable(11),t.flipSided&&o.enable(12),t.useDepthPacking&&o.enable(13),t.dithering&&o.enable(14),t.transmission&&o.enable(15),t.sheen&&o.enable(16),t.opaque&&o.enable(17),t.pointsUvs&&o.enable(18),t.decodeVideoTexture&&o.enable(19),t.decodeVideoTextureEmissive&&o.enable(20),t.alphaToCoverage&&o.enable(21),t.numLightProbeGrids>0&&o.enable(22),t.hasPositionAttribute&&o.enable(23),e.push(o.mask)}function v(e){let t=f[e.type],n;if(t){let e=Fy[t];n=pv.clone(e.uniforms)}else n=e.uniforms;return n}function y(t,n){let r=u.get(n);return r===void 0?(r=new nS(e,n,t,i),l.push(r),u.set(n,r)):++r.usedTimes,r}function b(e){if(--e.usedTimes===0){let t=l.indexOf(e);l[t]=l[l.length-1],l.pop(),u.delete(e.cacheKey),e.destroy()}}function x(e){s.remove(e)}function S(){s.dispose()}return{getParameters:m,getProgramCacheKey:h,getUniforms:v,acquireProgram:y,releaseProgram:b,releaseShaderCache:x,programs:l,dispose:S}}function cS(){let e=new WeakMap;function t(t){return e.has(t)}function n(t){let n=e.get(t);return n===void 0&&(n={},e.set(t,n)),n}function r(t){e.delete(t)}function i(t,n,r){e.get(t)[n]=r}function a(){e=new WeakMap}return{has:t,get:n,remove:r,update:i,dispose:a}}function lS(e,t){return e.groupOrder===t.groupOrder?e.renderOrder===t.renderOrder?e.material.id===t.material.id?e.materialVariant===t.materialVariant?e.z===t.z?e.id-t.id:e.z-t.z:e.materialVariant-t.materialVariant:e.material.id-t.material.id:e.renderOrder-t.renderOrder:e.groupOrder-t.groupOrder}function uS(e,t){return e.groupOrder===t.groupOrder?e.renderOrder===t.renderOrder?e.z===t.z?e.id-t.id:t.z-e.z:e.renderOrder-t.renderOrder:e.groupOrder-t.groupOrder}function dS(){let e=[],t=0,n=[],r=[],i=[];function a(){t=0,n.length=0,r.length=0,i.length=0}function o(e){let t=0;return e.isInstancedMesh&&(t+=2),e.isSkinnedMesh&&(t+=1),t}function s(n,r,i,a,s,c){let l=e[t];return l===void 0?(l={id:n.id,object:n,geometry:r,material:i,materialVariant:o(n),groupOrder:a,renderOrder:n.renderOrder,z:s,group:c},e[t]=l):(l.id=n.id,l.object=n,l.geometry=r,l.material=i,l.materialVariant=o(n),l.groupOrder=a,l.renderOrder=n.renderOrder,l.z=s,l.group=c),t++,l}function c(e,t,a,o,c,l,u){u.reversedDepth===!0&&(c=-c);let d=s(e,t,a,o,c,l);a.transmission>0?r.push(d):a.transparent===!0?i.push(d):n.push(d)}function l(e,t,a,o,c,l){let u=s(e,t,a,o,c,l);a.transmission>0?r.unshift(u):a.transparent===!0?i.unshift(u):n.unshift(u)}function u(e,t){n.length>1&&n.sort(e||lS),r.length>1&&r.sort(t||uS),i.length>1&&i.sort(t||uS)}function d(){for(let n=t,r=e.length;n<r;n++){let t=e[n];if(t.id===null)break;t.id=null,t.object=null,t.geometry=null,t.material=null,t.group=null}}return{opaque:n,transmissive:r,transparent:i,init:a,push:c,unshift:l,finish:d,sort:u}}function fS(){let e=new WeakMap;function t(t,n){let r=e.get(t),i;return r===void 0?(i=new dS,e.set(t,[i])):n>=r.length?(i=new dS,r.push(i)):i=r[n],i}function n(){e=new WeakMap}return{get:t,dispose:n}}function pS(){let e={};return{get:function(t){if(e[t.id]!==void 0)return e[t.id];let n;switch(t.type){case`SunLight`:case`DirectionalLight`:n={direction:new G,color:new Y};break;case`SpotLight`:n={position:new G,direction:new G,color:new Y,distance:0,coneCos:0,penumbraCos:0,decay:0};break;case`PointLight`:n={position:new G,color:new Y,distance:0,decay:0};break;case`HemisphereLight`:n={direction:new G,skyColor:new Y,groundColor:new Y};break;case`RectAreaLight`:n={color:new Y,position:new G,halfWidth:new G,halfHeight:new G}}return e[t.id]=n,n}}}function mS(){let e={};return{get:function(t){if(e[t.id]!==void 0)return e[t.id];let n;switch(t.type){case`SunLight`:case`DirectionalLight`:n={shadowIntensity:1,shadowBias:0,shadowNormalBias:0,shadowRadius:1,shadowMapSize:new W};break;case`SpotLight`:n={shadowIntensity:1,shadowBias:0,shadowNormalBias:0,shadowRadius:1,shadowMapSize:new W};break;case`PointLight`:n={shadowIntensity:1,shadowBias:0,shadowNormalBias:0,shadowRadius:1,shadowMapSize:new W,shadowCameraNear:1,shadowCameraFar:1e3}}return e[t.id]=n,n}}}var hS=0;function gS(e,t){return(t.castShadow?2:0)-(e.castShadow?2:0)+ +!!t.map-!!e.map}function _S(e){let t=new pS,n=mS(),r={version:0,hash:{sunLength:-1,directionalLength:-1,pointLength:-1,spotLength:-1,rectAreaLength:-1,hemiLength:-1,numSunShadows:-1,numDirectionalShadows:-1,numPointShadows:-1,numSpotShadows:-1,numSpotMaps:-1,numLightProbes:-1},ambient:[0,0,0],probe:[],sun:[],sunShadow:[],sunShadowMap:[],sunShadowMatrix:[],sunShadowCascade:[],directional:[],directionalShadow:[],directionalShadowMap:[],directionalShadowMatrix:[],spot:[],spotLightMap:[],spotShadow:[],spotShadowMap:[],spotLightMatrix:[],rectArea:[],rectAreaLTC1:null,rectAreaLTC2:null,point:[],pointShadow:[],pointShadowMap:[],pointShadowMatrix:[],hemi:[],numSpotLightShadowsWithMaps:0,numLightProbes:0};for(let e=0;e<9;e++)r.probe.push(new G);let i=new G,a=new J,o=new J;function s(i){let a=0,o=0,s=0;for(let e=0;e<9;e++)r.probe[e].set(0,0,0);let c=0,l=0,u=0,d=0,f=0,p=0,m=0,h=0,g=0,_=0,v=0,y=0,b=0,x=0;i.sort(gS);for(let e=0,S=i.length;e<S;e++){let S=i[e],C=S.color,w=S.intensity,T=S.distance,E=null;if(S.shadow&&S.shadow.map&&(E=S.shadow.map.texture.format===1030?S.shadow.map.texture:S.shadow.map.depthTexture||S.shadow.map.texture),S.isAmbientLight)a+=C.r*w,o+=C.g*w,s+=C.b*w;else if(S.isLightProbe){for(let e=0;e<9;e++)r.probe[e].addScaledVector(S.sh.coefficients[e],w);x++}else if(S.isSunLight){let e=t.get(S);if(e.color.copy(S.color).multiplyScalar(S.intensity),S.castShadow){let e=S.shadow,t=n.get(S);t.shadowIntensity=e.intensity,t.shadowBias=e.bias,t.shadowNormalBias=e.normalBias,t.shadowRadius=e.radius,t.shadowMapSize.copy(e.mapSize).multiply(e.getFrameExtents()),r.sunShadow[l]=t,r.sunShadowMap[l]=E;let i=e.getViewportCount();for(let t=0;t<i;t++)r.sunShadowMatrix[u+t]=e.getMatrix(t),r.sunShadowCascade[u+t]=e._cascadeData[t];u+=i,l++}r.sun[c]=e,c++}else if(S.isDirectionalLight){let e=t.get(S);if(e.color.copy(S.color).multiplyScalar(S.intensity),S.castShadow){let e=S.shadow,t=n.get(S);t.shadowIntensity=e.intensity,t.shadowBias=e.bias,t.shadowNormalBias=e.normalBias,t.shadowRadius=e.radius,t.shadowMapSize=e.mapSize,r.directionalShadow[d]=t,r.directionalShadowMap[d]=E,r.directionalShadowMatrix[d]=S.shadow.matrix,g++}r.directional[d]=e,d++}else if(S.isSpotLight){let e=t.get(S);e.position.setFromMatrixPosition(S.matrixWorld),e.color.copy(C).multiplyScalar(w),e.distance=T,e.coneCos=Math.cos(S.angle),e.penumbraCos=Math.cos(S.angle*(1-S.penumbra)),e.decay=S.decay,r.spot[p]=e;let i=S.shadow;if(S.map&&(r.spotLightMap[y]=S.map,y++,i.updateMatrices(S),S.castShadow&&b++),r.spotLightMatrix[p]=i.matrix,S.castShadow){let e=n.get(S);e.shadowIntensity=i.intensity,e.shadowBias=i.bias,e.shadowNormalBias=i.normalBias,e.shadowRadius=i.radius,e.shadowMapSize=i.mapSize,r.spotShadow[p]=e,r.spotShadowMap[p]=E,v++}p++}else if(S.isRectAreaLight){let e=t.get(S);e.color.copy(C).multiplyScalar(w),e.halfWidth.set(S.width*.5,0,0),e.halfHeight.set(0,S.height*.5,0),r.rectArea[m]=e,m++}else if(S.isPointLight){let e=t.get(S);if(e.color.copy(S.color).multiplyScalar(S.intensity),e.distance=S.distance,e.decay=S.decay,S.castShadow){let e=S.shadow,t=n.get(S);t.shadowIntensity=e.intensity,t.shadowBias=e.bias,t.shadowNormalBias=e.normalBias,t.shadowRadius=e.radius,t.shadowMapSize=e.mapSize,t.shadowCameraNear=e.camera.near,t.shadowCameraFar=e.camera.far,r.pointShadow[f]=t,r.pointShadowMap[f]=E,r.pointShadowMatrix[f]=S.shadow.matrix,_++}r.point[f]=e,f++}else if(S.isHemisphereLight){let e=t.get(S);e.skyColor.copy(S.color).multiplyScalar(w),e.groundColor.copy(S.groundColor).multiplyScalar(w),r.hemi[h]=e,h++}}m>0&&(e.has(`OES_texture_float_linear`)===!0?(r.rectAreaLTC1=Q.LTC_FLOAT_1,r.rectAreaLTC2=Q.LTC_FLOAT_2):(r.rectAreaLTC1=Q.LTC_HALF_1,r.rectAreaLTC2=Q.LTC_HALF_2)),r.ambient[0]=a,r.ambient[1]=o,r.ambient[2]=s;let S=r.hash;(S.sunLength!==c||S.directionalLength!==d||S.pointLength!==f||S.spotLength!==p||S.rectAreaLength!==m||S.hemiLength!==h||S.numSunShadows!==l||S.numDirectionalShadows!==g||S.numPointShadows!==_||S.numSpotShadows!==v||S.numSpotMaps!==y||S.numLightProbes!==x)&&(r.sun.length=c,r.directional.length=d,r.spot.length=p,r.rectArea.length=m,r.point.length=f,r.hemi.length=h,r.sunShadow.length=l,r.sunShadowMap.length=l,r.sunShadowMatrix.length=u,r.sunShadowCascade.length=u,r.directionalShadow.length=g,r.directionalShadowMap.length=g,r.directionalShadowMatrix.length=g,r.pointShadow.length=_,r.pointShadowMap.length=_,r.pointShadowMatrix.length=_,r.spotShadow.length=v,r.spotShadowMap.length=v,r.spotLightMatrix.length=v+y-b,r.spotLightMap.length=y,r.numSpotLightShadowsWithMaps=b,r.numLightProbes=x,S.sunLength=c,S.directionalLength=d,S.pointLength=f,S.spotLength=p,S.rectAreaLength=m,S.hemiLength=h,S.numSunShadows=l,S.numDirectionalShadows=g,S.numPointShadows=_,S.numSpotShadows=v,S.numSpotMaps=y,S.numLightProbes=x,r.version=hS++)}function c(e,t){let n=0,s=0,c=0,l=0,u=0,d=0,f=t.matrixWorldInverse;for(let t=0,p=e.length;t<p;t++){let p=e[t];if(p.isSunLight){let e=r.sun[n];e.direction.setFromMatrixPosition(p.matrixWorld),e.direction.transformDirection(f),n++}else if(p.isDirectionalLight){let e=r.directional[s];e.direction.setFromMatrixPosition(p.matrixWorld),i.setFromMatrixPosition(p.target.matrixWorld),e.direction.sub(i),e.direction.transformDirection(f),s++}else if(p.isSpotLight){let e=r.spot[l];e.position.setFromMatrixPosition(p.matrixWorld),e.position.applyMatrix4(f),e.direction.setFromMatrixPosition(p.matrixWorld),i.setFromMatrixPosition(p.target.matrixWorld),e.direction.sub(i),e.direction.transformDirection(f),l++}else if(p.isRectAreaLight){let e=r.rectArea[u];e.position.setFromMatrixPosition(p.matrixWorld),e.position.applyMatrix4(f),o.identity(),a.copy(p.matrixWorld),a.premultiply(f),o.extractRotation(a),e.halfWidth.set(p.width*.5,0,0),e.halfHeight.set(0,p.height*.5,0),e.halfWidth.applyMatrix4(o),e.halfHeight.applyMatrix4(o),u++}else if(p.isPointLight){let e=r.point[c];e.position.setFromMatrixPosition(p.matrixWorld),e.position.applyMatrix4(f),c++}else if(p.isHemisphereLight){let e=r.hemi[d];e.direction.setFromMatrixPosition(p.matrixWorld),e.direction.transformDirection(f),d++}}}return{setup:s,setupView:c,state:r}}function vS(e){let t=new _S(e),n=[],r=[],i=[];function a(e){u.camera=e,n.length=0,r.length=0,i.length=0}function o(e){e.isLightProbeGrid?i.push(e):n.push(e)}function s(e){r.push(e)}function c(){t.setup(n),i.sort((e,t)=>e.priority-t.priority||e.id-t.id)}function l(e){t.setupView(n,e)}let u={lightsArray:n,shadowsArray:r,lightProbeGridArray:i,camera:null,lights:t,transmissionRenderTarget:{},textureUnits:0};return{init:a,state:u,setupLights:c,setupLightsView:l,pushLight:o,pushShadow:s}}function yS(e){let t=new WeakMap;function n(n,r=0){let i=t.get(n),a;return i===void 0?(a=new vS(e),t.set(n,[a])):r>=i.length?(a=new vS(e),i.push(a)):a=i[r],a}function r(){t=new WeakMap}return{get:n,dispose:r}}var bS=`void main() {
	gl_Position = vec4( position, 1.0 );
}`,xS=`uniform sampler2D shadow_pass;
uniform vec2 resolution;
uniform float radius;
void main() {
	const float samples = float( VSM_SAMPLES );
	float mean = 0.0;
	float squared_mean = 0.0;
	float uvStride = samples <= 1.0 ? 0.0 : 2.0 / ( samples - 1.0 );
	float uvStart = samples <= 1.0 ? 0.0 : - 1.0;
	for ( float i = 0.0; i < samples; i ++ ) {
		float uvOffset = uvStart + i * uvStride;
		#ifdef HORIZONTAL_PASS
			vec2 distribution = texture2D( shadow_pass, ( gl_FragCoord.xy + vec2( uvOffset, 0.0 ) * radius ) / resolution ).rg;
			mean += distribution.x;
			squared_mean += distribution.y * distribution.y + distribution.x * distribution.x;
		#else
			float depth = texture2D( shadow_pass, ( gl_FragCoord.xy + vec2( 0.0, uvOffset ) * radius ) / resolution ).r;
			mean += depth;
			squared_mean += depth * depth;
		#endif
	}
	mean = mean / samples;
	squared_mean = squared_mean / samples;
	float std_dev = sqrt( max( 0.0, squared_mean - mean * mean ) );
	gl_FragColor = vec4( mean, std_dev, 0.0, 1.0 );
}`,SS=[new G(1,0,0),new G(-1,0,0),new G(0,1,0),new G(0,-1,0),new G(0,0,1),new G(0,0,-1)],CS=[new G(0,-1,0),new G(0,-1,0),new G(0,0,1),new G(0,0,-1),new G(0,-1,0),new G(0,-1,0)],wS=new J,TS=new G,ES=new G;function DS(e,t,n){let r=new A_,i=new W,a=new W,o=new gh,s=new yv,c=new bv,l={},u=n.maxTextureSize,d={0:1,1:0,2:2},f=new gv({defines:{VSM_SAMPLES:8},uniforms:{shadow_pass:{value:null},resolution:{value:new W},radius:{value:4}},vertexShader:bS,fragmentShader:xS}),p=f.clone();p.defines.HORIZONTAL_PASS=1;let m=new Yg;m.setAttribute(`position`,new X(new Float32Array([-1,-1,.5,3,-1,.5,-1,3,.5]),3));let h=new C_(m,f),g=this;this.enabled=!1,this.autoUpdate=!0,this.needsUpdate=!1,this.type=1;let _=this.type;this.render=function(t,n,s){if(g.enabled===!1||g.autoUpdate===!1&&g.needsUpdate===!1||t.length===0)return;this.type===2&&(V(`WebGLShadowMap: PCFSoftShadowMap has been removed. Using PCFShadowMap instead.`),this.type=1);let c=e.getRenderTarget(),l=e.getActiveCubeFace(),d=e.getActiveMipmapLevel(),f=e.state;f.setBlending(0),f.buffers.depth.getReversed()===!0?f.buffers.color.setClear(0,0,0,0):f.buffers.color.setClear(1,1,1,1),f.buffers.depth.setTest(!0),f.setScissorTest(!1);let p=_!==this.type;p&&n.traverse(function(e){e.material&&(Array.isArray(e.material)?e.material.forEach(e=>e.needsUpdate=!0):e.material.needsUpdate=!0)});for(let c=0,l=t.length;c<l;c++){let l=t[c],d=l.shadow;if(d===void 0){V(`WebGLShadowMap:`,l,`has no shadow.`);continue}if(d.autoUpdate===!1&&d.needsUpdate===!1)continue;i.copy(d.mapSize);let m=d.getFrameExtents();i.multiply(m),a.copy(d.mapSize),(i.x>u||i.y>u)&&(i.x>u&&(a.x=Math.floor(u/m.x),i.x=a.x*m.x,d.mapSize.x=a.x),i.y>u&&(a.y=Math.floor(u/m.y),i.y=a.y*m.y,d.mapSize.y=a.y));let h=e.state.buffers.depth.getReversed();if(d.camera._reversedDepth=h,d.map===null||p===!0){if(d.map!==null&&(d.map.depthTexture!==null&&(d.map.depthTexture.dispose(),d.map.depthTexture=null),d.map.dispose()),this.type===3){if(l.isPointLight){V(`WebGLShadowMap: VSM shadow maps are not supported for PointLights. Use PCF or BasicShadowMap instead.`);continue}d.map=new vh(i.x,i.y,{format:mp,type:tp,minFilter:Gf,magFilter:Gf,generateMipmaps:!1}),d.map.texture.name=l.name+`.shadowMap`,d.map.depthTexture=new tv(i.x,i.y,ep),d.map.depthTexture.name=l.name+`.shadowMapDepth`,d.map.depthTexture.format=up,d.map.depthTexture.compareFunction=null,d.map.depthTexture.minFilter=Hf,d.map.depthTexture.magFilter=Hf}else l.isPointLight?(d.map=new Wy(i.x),d.map.depthTexture=new nv(i.x,$f)):(d.map=new vh(i.x,i.y),d.map.depthTexture=new tv(i.x,i.y,$f)),d.map.depthTexture.name=l.name+`.shadowMap`,d.map.depthTexture.format=up,this.type===1?(d.map.depthTexture.compareFunction=h?518:515,d.map.depthTexture.minFilter=Gf,d.map.depthTexture.magFilter=Gf):(d.map.depthTexture.compareFunction=null,d.map.depthTexture.minFilter=Hf,d.map.depthTexture.magFilter=Hf);d.camera.updateProjectionMatrix()}d.map.isWebGLCubeRenderTarget!==!0&&(d.map.width!==i.x||d.map.height!==i.y)&&d.map.setSize(i.x,i.y);let g=d.map.isWebGLCubeRenderTarget?6:d.getViewportCount();l.isPointLight!==!0&&d.updateMatrices(l,s);let _=d.camera.layers.mask&4294967294?d.camera.layers:s.layers;for(let t=0;t<g;t++){let i=d.getCamera(t);if(l.isPointLight){let e=d.camera,n=d.matrix,r=l.distance||e.far;r!==e.far&&(e.far=r,e.updateProjectionMatrix()),TS.setFromMatrixPosition(l.matrixWorld),e.position.copy(TS),ES.copy(e.position),ES.add(SS[t]),e.up.copy(CS[t]),e.lookAt(ES),e.updateMatrixWorld(),n.makeTranslation(-TS.x,-TS.y,-TS.z),wS.multiplyMatrices(e.projectionMatrix,e.matrixWorldInverse),d._frustum.setFromProjectionMatrix(wS,e.coordinateSystem,e.reversedDepth)}if(d.map.isWebGLCubeRenderTarget)e.setRenderTarget(d.map,t),e.clear();else{t===0&&(e.setRenderTarget(d.map),e.clear());let n=d.getViewport(t);o.set(a.x*n.x,a.y*n.y,a.x*n.z,a.y*n.w),f.viewport(o)}r=d.getFrustum(t),b(n,s,i,l,_,this.type)}d.isPointLightShadow!==!0&&this.type===3&&v(d,s),d.needsUpdate=!1}_=this.type,g.needsUpdate=!1,e.setRenderTarget(c,l,d)};function v(n,r){let a=t.update(h);f.defines.VSM_SAMPLES!==n.blurSamples&&(f.defines.VSM_SAMPLES=n.blurSamples,p.defines.VSM_SAMPLES=n.blurSamples,f.needsUpdate=!0,p.needsUpdate=!0),n.mapPass===null?n.mapPass=new vh(i.x,i.y,{format:mp,type:tp}):(n.mapPass.width!==n.map.width||n.mapPass.height!==n.map.height)&&n.mapPass.setSize(n.map.width,n.map.height),f.uniforms.shadow_pass.value=n.map.depthTexture,f.uniforms.resolution.value.set(n.map.width,n.map.height),f.uniforms.radius.value=n.radius,e.setRenderTarget(n.mapPass),e.clear(),e.renderBufferDirect(r,null,a,f,h,null),p.uniforms.shadow_pass.value=n.mapPass.texture,p.uniforms.resolution.value.set(n.map.width,n.map.height),p.uniforms.radius.value=n.radius,e.setRenderTarget(n.map),e.clear(),e.renderBufferDirect(r,null,a,p,h,null)}function y(t,n,r,i){let a=null,o=r.isPointLight===!0?t.customDistanceMaterial:t.customDepthMaterial;if(o!==void 0)a=o;else if(a=r.isPointLight===!0?c:s,e.localClippingEnabled&&n.clipShadows===!0&&Array.isArray(n.clippingPlanes)&&n.clippingPlanes.length!==0||n.displacementMap&&n.displacementScale!==0||n.alphaMap&&n.alphaTest>0||n.map&&n.alphaTest>0||n.alphaToCoverage===!0){let e=a.uuid,t=n.uuid,r=l[e];r===void 0&&(r={},l[e]=r);let i=r[t];i===void 0&&(i=a.clone(),r[t]=i,n.addEventListener(`dispose`,x)),a=i}if(a.visible=n.visible,a.wireframe=n.wireframe,i===3?a.side=n.shadowSide===null?n.side:n.shadowSide:a.side=n.shadowSide===null?d[n.side]:n.shadowSide,a.alphaMap=n.alphaMap,a.alphaTest=n.alphaToCoverage===!0?.5:n.alphaTest,a.map=n.map,a.clipShadows=n.clipShadows,a.clippingPlanes=n.clippingPlanes,a.clipIntersection=n.clipIntersection,a.displacementMap=n.displacementMap,a.displacementScale=n.displacementScale,a.displacementBias=n.displacementBias,a.wireframeLinewidth=n.wireframeLinewidth,a.linewidth=n.linewidth,r.isPointLight===!0&&a.isMeshDistanceMaterial===!0){let t=e.properties.get(a);t.light=r}return a}function b(n,i,a,o,s,c){if(n.visible===!1)return;if(n.layers.test(s)&&(n.isMesh||n.isLine||n.isPoints)&&(n.castShadow||n.receiveShadow&&c===3)&&(!n.frustumCulled||n.intersectsFrustum(r))){n.modelViewMatrix.multiplyMatrices(a.matrixWorldInverse,n.matrixWorld);let r=t.update(n),s=n.material;if(Array.isArray(s)){let t=r.groups;for(let l=0,u=t.length;l<u;l++){let u=t[l],d=s[u.materialIndex];if(d&&d.visible){let t=y(n,d,o,c);n.onBeforeShadow(e,n,i,a,r,t,u),e.renderBufferDirect(a,null,r,t,n,u),n.onAfterShadow(e,n,i,a,r,t,u)}}}else if(s.visible){let t=y(n,s,o,c);n.onBeforeShadow(e,n,i,a,r,t,null),e.renderBufferDirect(a,null,r,t,n,null),n.onAfterShadow(e,n,i,a,r,t,null)}}let l=n.children;for(let e=0,t=l.length;e<t;e++)b(l[e],i,a,o,s,c)}function x(e){e.target.removeEventListener(`dispose`,x);for(let t in l){let n=l[t],r=e.target.uuid;r in n&&(n[r].dispose(),delete n[r])}}}function OS(e,t){function n(){let t=!1,n=new gh,r=null,i=new gh(0,0,0,0);return{setMask:function(n){r!==n&&!t&&(e.colorMask(n,n,n,n),r=n)},setLocked:function(e){t=e},setClear:function(t,r,a,o,s){s===!0&&(t*=o,r*=o,a*=o),n.set(t,r,a,o),i.equals(n)===!1&&(e.clearColor(t,r,a,o),i.copy(n))},reset:function(){t=!1,r=null,i.set(-1,0,0,0)}}}function r(){let n=!1,r=!1,i=null,a=null,o=null;return{setReversed:function(e){if(r!==e){let n=t.get(`EXT_clip_control`);e?n.clipControlEXT(n.LOWER_LEFT_EXT,n.ZERO_TO_ONE_EXT):n.clipControlEXT(n.LOWER_LEFT_EXT,n.NEGATIVE_ONE_TO_ONE_EXT),r=e;let i=o;o=null,this.setClear(i)}},getReversed:function(){return r},setTest:function(t){t?le(e.DEPTH_TEST):ue(e.DEPTH_TEST)},setMask:function(t){i!==t&&!n&&(e.depthMask(t),i=t)},setFunc:function(t){if(r&&(t=wm[t]),a!==t){switch(t){case 0:e.depthFunc(e.NEVER);break;case 1:e.depthFunc(e.ALWAYS);break;case 2:e.depthFunc(e.LESS);break;case 3:e.depthFunc(e.LEQUAL);break;case 4:e.depthFunc(e.EQUAL);break;case 5:e.depthFunc(e.GEQUAL);break;case 6:e.depthFunc(e.GREATER);break;case 7:e.depthFunc(e.NOTEQUAL);break;default:e.depthFunc(e.LEQUAL)}a=t}},setLocked:function(e){n=e},setClear:function(t){o!==t&&(o=t,r&&(t=1-t),e.clearDepth(t))},reset:function(){n=!1,i=null,a=null,o=null,r=!1}}}function i(){let t=!1,n=null,r=null,i=null,a=null,o=null,s=null,c=null,l=null;return{setTest:function(n){t||(n?le(e.STENCIL_TEST):ue(e.STENCIL_TEST))},setMask:function(r){n!==r&&!t&&(e.stencilMask(r),n=r)},setFunc:function(t,n,o){(r!==t||i!==n||a!==o)&&(e.stencilFunc(t,n,o),r=t,i=n,a=o)},setOp:function(t,n,r){(o!==t||s!==n||c!==r)&&(e.stencilOp(t,n,r),o=t,s=n,c=r)},setLocked:function(e){t=e},setClear:function(t){l!==t&&(e.clearStencil(t),l=t)},reset:function(){t=!1,n=null,r=null,i=null,a=null,o=null,s=null,c=null,l=null}}}let a=new n,o=new r,s=new i,c={},l=new WeakMap,u={},d={},f={},p=new WeakMap,m=[],h=null,g=!1,_=null,v=null,y=null,b=null,x=null,S=null,C=null,w=new Y(0,0,0),T=0,E=!1,D=null,O=null,k=null,A=null,j=null,M=e.getParameter(e.MAX_COMBINED_TEXTURE_IMAGE_UNITS),N=!1,ee=0,te=e.getParameter(e.VERSION);te.indexOf(`WebGL`)===-1?te.indexOf(`OpenGL ES`)!==-1&&(ee=parseFloat(/^OpenGL ES (\d)/.exec(te)[1]),N=ee>=2):(ee=parseFloat(/^WebGL (\d)/.exec(te)[1]),N=ee>=1);let P=null,ne={},re=e.getParameter(e.SCISSOR_BOX),ie=e.getParameter(e.VIEWPORT),ae=new gh().fromArray(re),oe=new gh().fromArray(ie);function se(t,n,r,i){let a=new Uint8Array(4),o=e.createTexture();e.bindTexture(t,o),e.texParameteri(t,e.TEXTURE_MIN_FILTER,e.NEAREST),e.texParameteri(t,e.TEXTURE_MAG_FILTER,e.NEAREST);for(let o=0;o<r;o++)t===e.TEXTURE_3D||t===e.TEXTURE_2D_ARRAY?e.texImage3D(n,0,e.RGBA,1,1,i,0,e.RGBA,e.UNSIGNED_BYTE,a):e.texImage2D(n+o,0,e.RGBA,1,1,0,e.RGBA,e.UNSIGNED_BYTE,a);return o}let ce={};ce[e.TEXTURE_2D]=se(e.TEXTURE_2D,e.TEXTURE_2D,1),ce[e.TEXTURE_CUBE_MAP]=se(e.TEXTURE_CUBE_MAP,e.TEXTURE_CUBE_MAP_POSITIVE_X,6),ce[e.TEXTURE_2D_ARRAY]=se(e.TEXTURE_2D_ARRAY,e.TEXTURE_2D_ARRAY,1,1),ce[e.TEXTURE_3D]=se(e.TEXTURE_3D,e.TEXTURE_3D,1,1),a.setClear(0,0,0,1),o.setClear(1),s.setClear(0),le(e.DEPTH_TEST),o.setFunc(3),ve(!1),ye(1),le(e.CULL_FACE),ge(0);function le(t){u[t]!==!0&&(e.enable(t),u[t]=!0)}function ue(t){u[t]!==!1&&(e.disable(t),u[t]=!1)}function de(t,n){return f[t]!==n&&(e.bindFramebuffer(t,n),f[t]=n,t===e.DRAW_FRAMEBUFFER&&(f[e.FRAMEBUFFER]=n),t===e.FRAMEBUFFER&&(f[e.DRAW_FRAMEBUFFER]=n),!0)}function fe(t,n){let r=m,i=!1;if(t){r=p.get(n),r===void 0&&(r=[],p.set(n,r));let a=t.textures;if(r.length!==a.length||r[0]!==e.COLOR_ATTACHMENT0){for(let t=0,n=a.length;t<n;t++)r[t]=e.COLOR_ATTACHMENT0+t;r.length=a.length,i=!0}}else r[0]!==e.BACK&&(r[0]=e.BACK,i=!0);i&&e.drawBuffers(r)}function pe(t){return h!==t&&(e.useProgram(t),h=t,!0)}let me={100:e.FUNC_ADD,101:e.FUNC_SUBTRACT,102:e.FUNC_REVERSE_SUBTRACT};me[103]=e.MIN,me[104]=e.MAX;let he={200:e.ZERO,201:e.ONE,202:e.SRC_COLOR,204:e.SRC_ALPHA,210:e.SRC_ALPHA_SATURATE,208:e.DST_COLOR,206:e.DST_ALPHA,203:e.ONE_MINUS_SRC_COLOR,205:e.ONE_MINUS_SRC_ALPHA,209:e.ONE_MINUS_DST_COLOR,207:e.ONE_MINUS_DST_ALPHA,211:e.CONSTANT_COLOR,212:e.ONE_MINUS_CONSTANT_COLOR,213:e.CONSTANT_ALPHA,214:e.ONE_MINUS_CONSTANT_ALPHA};function ge(t,n,r,i,a,o,s,c,l,u){if(t===0)g===!0&&(ue(e.BLEND),g=!1);else if(g===!1&&(le(e.BLEND),g=!0),t!==5){if(t!==_||u!==E){if((v!==100||x!==100)&&(e.blendEquation(e.FUNC_ADD),v=100,x=100),u)switch(t){case 1:e.blendFuncSeparate(e.ONE,e.ONE_MINUS_SRC_ALPHA,e.ONE,e.ONE_MINUS_SRC_ALPHA);break;case 2:e.blendFunc(e.ONE,e.ONE);break;case 3:e.blendFuncSeparate(e.ZERO,e.ONE_MINUS_SRC_COLOR,e.ZERO,e.ONE);break;case 4:e.blendFuncSeparate(e.DST_COLOR,e.ONE_MINUS_SRC_ALPHA,e.ZERO,e.ONE);break;default:H(`WebGLState: Invalid blending: `,t)}else switch(t){case 1:e.blendFuncSeparate(e.SRC_ALPHA,e.ONE_MINUS_SRC_ALPHA,e.ONE,e.ONE_MINUS_SRC_ALPHA);break;case 2:e.blendFuncSeparate(e.SRC_ALPHA,e.ONE,e.ONE,e.ONE);break;case 3:H(`WebGLState: SubtractiveBlending requires material.premultipliedAlpha = true`);break;case 4:H(`WebGLState: MultiplyBlending requires material.premultipliedAlpha = true`);break;default:H(`WebGLState: Invalid blending: `,t)}y=null,b=null,S=null,C=null,w.set(0,0,0),T=0,_=t,E=u}}else a||=n,o||=r,s||=i,(n!==v||a!==x)&&(e.blendEquationSeparate(me[n],me[a]),v=n,x=a),(r!==y||i!==b||o!==S||s!==C)&&(e.blendFuncSeparate(he[r],he[i],he[o],he[s]),y=r,b=i,S=o,C=s),(c.equals(w)===!1||l!==T)&&(e.blendColor(c.r,c.g,c.b,l),w.copy(c),T=l),_=t,E=!1}function _e(t,n){t.side===2?ue(e.CULL_FACE):le(e.CULL_FACE);let r=t.side===1;n&&(r=!r),ve(r),t.blending===1&&t.transparent===!1?ge(0):ge(t.blending,t.blendEquation,t.blendSrc,t.blendDst,t.blendEquationAlpha,t.blendSrcAlpha,t.blendDstAlpha,t.blendColor,t.blendAlpha,t.premultipliedAlpha),o.setFunc(t.depthFunc),o.setTest(t.depthTest),o.setMask(t.depthWrite),a.setMask(t.colorWrite);let i=t.stencilWrite;s.setTest(i),i&&(s.setMask(t.stencilWriteMask),s.setFunc(t.stencilFunc,t.stencilRef,t.stencilFuncMask),s.setOp(t.stencilFail,t.stencilZFail,t.stencilZPass)),xe(t.polygonOffset,t.polygonOffsetFactor,t.polygonOffsetUnits),t.alphaToCoverage===!0?le(e.SAMPLE_ALPHA_TO_COVERAGE):ue(e.SAMPLE_ALPHA_TO_COVERAGE)}function ve(t){D!==t&&(t?e.frontFace(e.CW):e.frontFace(e.CCW),D=t)}function ye(t){t===0?ue(e.CULL_FACE):(le(e.CULL_FACE),t!==O&&(t===1?e.cullFace(e.BACK):t===2?e.cullFace(e.FRONT):e.cullFace(e.FRONT_AND_BACK))),O=t}function be(t){t!==k&&(N&&e.lineWidth(t),k=t)}function xe(t,n,r){t?(le(e.POLYGON_OFFSET_FILL),(A!==n||j!==r)&&(A=n,j=r,o.getReversed()&&(n=-n,r=-r),e.polygonOffset(n,r))):ue(e.POLYGON_OFFSET_FILL)}function Se(t){t?le(e.SCISSOR_TEST):ue(e.SCISSOR_TEST)}function Ce(t){t===void 0&&(t=e.TEXTURE0+M-1),P!==t&&(e.activeTexture(t),P=t)}function F(t,n,r){r===void 0&&(r=P===null?e.TEXTURE0+M-1:P);let i=ne[r];i===void 0&&(i={type:void 0,texture:void 0},ne[r]=i),(i.type!==t||i.texture!==n)&&(P!==r&&(e.activeTexture(r),P=r),e.bindTexture(t,n||ce[t]),i.type=t,i.texture=n)}function we(){let t=ne[P];t!==void 0&&t.type!==void 0&&(e.bindTexture(t.type,null),t.type=void 0,t.texture=void 0)}function Te(){try{e.compressedTexImage2D(...arguments)}catch(e){H(`WebGLState:`,e)}}function Ee(){try{e.compressedTexImage3D(...arguments)}catch(e){H(`WebGLState:`,e)}}function I(){try{e.texSubImage2D(...arguments)}catch(e){H(`WebGLState:`,e)}}function De(){try{e.texSubImage3D(...arguments)}catch(e){H(`WebGLState:`,e)}}function L(){try{e.compressedTexSubImage2D(...arguments)}catch(e){H(`WebGLState:`,e)}}function R(){try{e.compressedTexSubImage3D(...arguments)}catch(e){H(`WebGLState:`,e)}}function Oe(){try{e.texStorage2D(...arguments)}catch(e){H(`WebGLState:`,e)}}function ke(){try{e.texStorage3D(...arguments)}catch(e){H(`WebGLState:`,e)}}function Ae(){try{e.texImage2D(...arguments)}catch(e){H(`WebGLState:`,e)}}function je(){try{e.texImage3D(...arguments)}catch(e){H(`WebGLState:`,e)}}function Me(t){return d[t]===void 0?e.getParameter(t):d[t]}function Ne(t,n){d[t]!==n&&(e.pixelStorei(t,n),d[t]=n)}function Pe(t){ae.equals(t)===!1&&(e.scissor(t.x,t.y,t.z,t.w),ae.copy(t))}function Fe(t){oe.equals(t)===!1&&(e.viewport(t.x,t.y,t.z,t.w),oe.copy(t))}function Ie(t,n){let r=l.get(n);r===void 0&&(r=new WeakMap,l.set(n,r));let i=r.get(t);i===void 0&&(i=e.getUniformBlockIndex(n,t.name),e.uniformBlockBinding(n,i,i),r.set(t,i))}function Le(t,n,r){let i=l.get(n).get(t);c[i]!==r&&(e.bindBufferBase(e.UNIFORM_BUFFER,i,r),c[i]=r)}function Re(){e.disable(e.BLEND),e.disable(e.CULL_FACE),e.disable(e.DEPTH_TEST),e.disable(e.POLYGON_OFFSET_FILL),e.disable(e.SCISSOR_TEST),e.disable(e.STENCIL_TEST),e.disable(e.SAMPLE_ALPHA_TO_COVERAGE),e.blendEquation(e.FUNC_ADD),e.blendFunc(e.ONE,e.ZERO),e.blendFuncSeparate(e.ONE,e.ZERO,e.ONE,e.ZERO),e.blendColor(0,0,0,0),e.colorMask(!0,!0,!0,!0),e.clearColor(0,0,0,0),e.depthMask(!0),e.depthFunc(e.LESS),o.setReversed(!1),e.clearDepth(1),e.stencilMask(4294967295),e.stencilFunc(e.ALWAYS,0,4294967295),e.stencilOp(e.KEEP,e.KEEP,e.KEEP),e.clearStencil(0),e.cullFace(e.BACK),e.frontFace(e.CCW),e.polygonOffset(0,0),e.activeTexture(e.TEXTURE0),e.bindFramebuffer(e.FRAMEBUFFER,null),e.bindFramebuffer(e.DRAW_FRAMEBUFFER,null),e.bindFramebuffer(e.READ_FRAMEBUFFER,null),e.useProgram(null),e.lineWidth(1),e.scissor(0,0,e.canvas.width,e.canvas.height),e.viewport(0,0,e.canvas.width,e.canvas.height),e.pixelStorei(e.PACK_ALIGNMENT,4),e.pixelStorei(e.UNPACK_ALIGNMENT,4),e.pixelStorei(e.UNPACK_FLIP_Y_WEBGL,!1),e.pixelStorei(e.UNPACK_PREMULTIPLY_ALPHA_WEBGL,!1),e.pixelStorei(e.UNPACK_COLORSPACE_CONVERSION_WEBGL,e.BROWSER_DEFAULT_WEBGL),e.pixelStorei(e.PACK_ROW_LENGTH,0),e.pixelStorei(e.PACK_SKIP_PIXELS,0),e.pixelStorei(e.PACK_SKIP_ROWS,0),e.pixelStorei(e.UNPACK_ROW_LENGTH,0),e.pixelStorei(e.UNPACK_IMAGE_HEIGHT,0),e.pixelStorei(e.UNPACK_SKIP_PIXELS,0),e.pixelStorei(e.UNPACK_SKIP_ROWS,0),e.pixelStorei(e.UNPACK_SKIP_IMAGES,0),u={},d={},P=null,ne={},f={},c={},p=new WeakMap,m=[],h=null,g=!1,_=null,v=null,y=null,b=null,x=null,S=null,C=null,w=new Y(0,0,0),T=0,E=!1,D=null,O=null,k=null,A=null,j=null,ae.set(0,0,e.canvas.width,e.canvas.height),oe.set(0,0,e.canvas.width,e.canvas.height),a.reset(),o.reset(),s.reset()}return{buffers:{color:a,depth:o,stencil:s},enable:le,disable:ue,bindFramebuffer:de,drawBuffers:fe,useProgram:pe,setBlending:ge,setMaterial:_e,setFlipSided:ve,setCullFace:ye,setLineWidth:be,setPolygonOffset:xe,setScissorTest:Se,activeTexture:Ce,bindTexture:F,unbindTexture:we,compressedTexImage2D:Te,compressedTexImage3D:Ee,texImage2D:Ae,texImage3D:je,pixelStorei:Ne,getParameter:Me,updateUBOMapping:Ie,uniformBlockBinding:Le,texStorage2D:Oe,texStorage3D:ke,texSubImage2D:I,texSubImage3D:De,compressedTexSubImage2D:L,compressedTexSubImage3D:R,scissor:Pe,viewport:Fe,reset:Re}}function kS(e,t,n,r,i,a,o){let s=t.has(`WEBGL_multisampled_render_to_texture`)?t.get(`WEBGL_multisampled_render_to_texture`):null,c=typeof navigator>`u`?!1:/OculusBrowser/g.test(navigator.userAgent),l=new W,u=new WeakMap,d=new Set,f,p=new WeakMap,m=new Set,h=new FinalizationRegistry(e=>m.delete(e)),g=!1;try{g=typeof OffscreenCanvas<`u`&&new OffscreenCanvas(1,1).getContext(`2d`)!==null}catch{}function _(e,t){return g?new OffscreenCanvas(e,t):_m(`canvas`)}function v(e,t,n){let r=1,i=Oe(e);if((i.width>n||i.height>n)&&(r=n/Math.max(i.width,i.height)),r<1){if(typeof HTMLImageElement<`u`&&e instanceof HTMLImageElement||typeof HTMLCanvasElement<`u`&&e instanceof HTMLCanvasElement||typeof ImageBitmap<`u`&&e instanceof ImageBitmap||typeof VideoFrame<`u`&&e instanceof VideoFrame){let n=Math.floor(r*i.width),a=Math.floor(r*i.height);f===void 0&&(f=_(n,a));let o=t?_(n,a):f;return o.width=n,o.height=a,o.getContext(`2d`).drawImage(e,0,0,n,a),V(`WebGLRenderer: Texture has been resized from (`+i.width+`x`+i.height+`) to (`+n+`x`+a+`).`),o}return`data`in e&&V(`WebGLRenderer: Image in DataTexture is too big (`+i.width+`x`+i.height+`).`),e}return e}function y(e){return e.generateMipmaps}function b(t){e.generateMipmap(t)}function x(t){return t.isWebGLCubeRenderTarget?e.TEXTURE_CUBE_MAP:t.isWebGL3DRenderTarget?e.TEXTURE_3D:t.isWebGLArrayRenderTarget||t.isCompressedArrayTexture?e.TEXTURE_2D_ARRAY:e.TEXTURE_2D}function S(n,r,i,a,o,s=!1){if(n!==null){if(e[n]!==void 0)return e[n];V(`WebGLRenderer: Attempt to use non-existing WebGL internal format '`+n+`'`)}let c;a&&(c=t.get(`EXT_texture_norm16`),c||V(`WebGLRenderer: Unable to use normalized textures without EXT_texture_norm16 extension`));let l=r;if(r===e.RED&&(i===e.FLOAT&&(l=e.R32F),i===e.HALF_FLOAT&&(l=e.R16F),i===e.UNSIGNED_BYTE&&(l=e.R8),i===e.UNSIGNED_SHORT&&c&&(l=c.R16_EXT),i===e.SHORT&&c&&(l=c.R16_SNORM_EXT)),r===e.RED_INTEGER&&(i===e.UNSIGNED_BYTE&&(l=e.R8UI),i===e.UNSIGNED_SHORT&&(l=e.R16UI),i===e.UNSIGNED_INT&&(l=e.R32UI),i===e.BYTE&&(l=e.R8I),i===e.SHORT&&(l=e.R16I),i===e.INT&&(l=e.R32I)),r===e.RG&&(i===e.FLOAT&&(l=e.RG32F),i===e.HALF_FLOAT&&(l=e.RG16F),i===e.UNSIGNED_BYTE&&(l=e.RG8),i===e.UNSIGNED_SHORT&&c&&(l=c.RG16_EXT),i===e.SHORT&&c&&(l=c.RG16_SNORM_EXT)),r===e.RG_INTEGER&&(i===e.UNSIGNED_BYTE&&(l=e.RG8UI),i===e.UNSIGNED_SHORT&&(l=e.RG16UI),i===e.UNSIGNED_INT&&(l=e.RG32UI),i===e.BYTE&&(l=e.RG8I),i===e.SHORT&&(l=e.RG16I),i===e.INT&&(l=e.RG32I)),r===e.RGB_INTEGER&&(i===e.UNSIGNED_BYTE&&(l=e.RGB8UI),i===e.UNSIGNED_SHORT&&(l=e.RGB16UI),i===e.UNSIGNED_INT&&(l=e.RGB32UI),i===e.BYTE&&(l=e.RGB8I),i===e.SHORT&&(l=e.RGB16I),i===e.INT&&(l=e.RGB32I)),r===e.RGBA_INTEGER&&(i===e.UNSIGNED_BYTE&&(l=e.RGBA8UI),i===e.UNSIGNED_SHORT&&(l=e.RGBA16UI),i===e.UNSIGNED_INT&&(l=e.RGBA32UI),i===e.BYTE&&(l=e.RGBA8I),i===e.SHORT&&(l=e.RGBA16I),i===e.INT&&(l=e.RGBA32I)),r===e.RGB&&(i===e.UNSIGNED_SHORT&&c&&(l=c.RGB16_EXT),i===e.SHORT&&c&&(l=c.RGB16_SNORM_EXT),i===e.UNSIGNED_INT_5_9_9_9_REV&&(l=e.RGB9_E5),i===e.UNSIGNED_INT_10F_11F_11F_REV&&(l=e.R11F_G11F_B10F)),r===e.RGBA){let t=s?um:q.getTransfer(o);i===e.FLOAT&&(l=e.RGBA32F),i===e.HALF_FLOAT&&(l=e.RGBA16F),i===e.UNSIGNED_BYTE&&(l=t===`srgb`?e.SRGB8_ALPHA8:e.RGBA8),i===e.UNSIGNED_SHORT&&c&&(l=c.RGBA16_EXT),i===e.SHORT&&c&&(l=c.RGBA16_SNORM_EXT),i===e.UNSIGNED_SHORT_4_4_4_4&&(l=e.RGBA4),i===e.UNSIGNED_SHORT_5_5_5_1&&(l=e.RGB5_A1)}return(l===e.R16F||l===e.R32F||l===e.RG16F||l===e.RG32F||l===e.RGBA16F||l===e.RGBA32F)&&t.get(`EXT_color_buffer_float`),l}function C(t,n){let r;return t?n===null||n===1014||n===1020?r=e.DEPTH24_STENCIL8:n===1015?r=e.DEPTH32F_STENCIL8:n===1012&&(r=e.DEPTH24_STENCIL8,V(`DepthTexture: 16 bit depth attachment is not supported with stencil. Using 24-bit attachment.`)):n===null||n===1014||n===1020?r=e.DEPTH_COMPONENT24:n===1015?r=e.DEPTH_COMPONENT32F:n===1012&&(r=e.DEPTH_COMPONENT16),r}function w(e,t){return y(e)===!0||e.isFramebufferTexture&&e.minFilter!==1003&&e.minFilter!==1006?Math.log2(Math.max(t.width,t.height))+1:e.mipmaps.length>0?e.mipmaps.length:e.isCompressedTexture&&Array.isArray(e.image)?t.mipmaps.length:1}function T(e){let t=new WeakRef(e);r.get(e).__ref=t,m.add(t),h.register(e,t,t)}function E(e){let t=r.get(e).__ref;t!==void 0&&(m.delete(t),h.unregister(t))}function D(e){k(e.target)}function O(e){A(e.target)}function k(e){e.removeEventListener(`dispose`,D),E(e),M(e),e.isVideoTexture&&u.delete(e),e.isHTMLTexture&&d.delete(e)}function A(e){e.removeEventListener(`dispose`,O),E(e),ee(e)}function j(){for(let e of m){let t=e.deref();t!==void 0&&(t.isRenderTarget===!0?A(t):k(t))}m.clear(),d.clear()}function M(e){let t=r.get(e);if(t.__webglInit===void 0)return;let n=e.source,i=p.get(n);if(i){let r=i[t.__cacheKey];r.usedTimes--,r.usedTimes===0&&N(e),Object.keys(i).length===0&&p.delete(n)}r.remove(e)}function N(t){let n=r.get(t);e.deleteTexture(n.__webglTexture);let i=t.source,a=p.get(i);delete a[n.__cacheKey],o.memory.textures--}function ee(t){let n=r.get(t);n.__depthDisposeCallback&&n.__depthDisposeCallback();let i=t.depthTexture;if(i&&i.renderTarget===t&&k(i),t.isWebGLCubeRenderTarget)for(let t=0;t<6;t++){if(Array.isArray(n.__webglFramebuffer[t]))for(let r=0;r<n.__webglFramebuffer[t].length;r++)e.deleteFramebuffer(n.__webglFramebuffer[t][r]);else e.deleteFramebuffer(n.__webglFramebuffer[t]);n.__webglDepthbuffer&&e.deleteRenderbuffer(n.__webglDepthbuffer[t])}else{if(Array.isArray(n.__webglFramebuffer))for(let t=0;t<n.__webglFramebuffer.length;t++)e.deleteFramebuffer(n.__webglFramebuffer[t]);else e.deleteFramebuffer(n.__webglFramebuffer);if(n.__webglDepthbuffer&&e.deleteRenderbuffer(n.__webglDepthbuffer),n.__webglMultisampledFramebuffer&&e.deleteFramebuffer(n.__webglMultisampledFramebuffer),n.__webglColorRenderbuffer)for(let t=0;t<n.__webglColorRenderbuffer.length;t++)n.__webglColorRenderbuffer[t]&&e.deleteRenderbuffer(n.__webglColorRenderbuffer[t]);n.__webglDepthRenderbuffer&&e.deleteRenderbuffer(n.__webglDepthRenderbuffer)}let a=t.textures;for(let t=0,n=a.length;t<n;t++){let n=r.get(a[t]);n.__webglTexture&&(e.deleteTexture(n.__webglTexture),o.memory.textures--),r.remove(a[t])}r.remove(t)}let te=0;function P(){te=0}function ne(){return te}function re(e){te=e}function ie(){let e=te;return e>=i.maxTextures&&V(`WebGLTextures: Trying to use `+(e+1)+` texture units while this GPU supports only `+i.maxTextures),te+=1,e}function ae(e){let t=[];return t.push(e.wrapS),t.push(e.wrapT),t.push(e.wrapR||0),t.push(e.magFilter),t.push(e.minFilter),t.push(e.anisotropy),t.push(e.internalFormat),t.push(e.format),t.push(e.type),t.push(e.generateMipmaps),t.push(e.mipmapsAutoUpdate),t.push(e.premultiplyAlpha),t.push(e.flipY),t.push(e.unpackAlignment),t.push(e.colorSpace),t.join()}function oe(t,i){let a=r.get(t);if(t.isVideoTexture&&L(t),t.isRenderTargetTexture===!1&&t.isExternalTexture!==!0&&t.version>0&&a.__version!==t.version){let e=t.image;if(e===null)V(`WebGLRenderer: Texture marked for update but no image data found.`);else if(e.complete===!1)V(`WebGLRenderer: Texture marked for update but image is incomplete`);else{_e(a,t,i);return}}else t.isExternalTexture&&(a.__webglTexture=t.sourceTexture?t.sourceTexture:null);n.bindTexture(e.TEXTURE_2D,a.__webglTexture,e.TEXTURE0+i)}function se(t,i){let a=r.get(t);t.isRenderTargetTexture===!1&&t.version>0&&a.__version!==t.version?_e(a,t,i):(t.isExternalTexture&&(a.__webglTexture=t.sourceTexture?t.sourceTexture:null),n.bindTexture(e.TEXTURE_2D_ARRAY,a.__webglTexture,e.TEXTURE0+i))}function ce(t,i){let a=r.get(t);t.isRenderTargetTexture===!1&&t.version>0&&a.__version!==t.version?_e(a,t,i):n.bindTexture(e.TEXTURE_3D,a.__webglTexture,e.TEXTURE0+i)}function le(t,i){let a=r.get(t);t.version>0&&a.__version!==t.version?ve(a,t,i):n.bindTexture(e.TEXTURE_CUBE_MAP,a.__webglTexture,e.TEXTURE0+i)}let ue={[zf]:e.REPEAT,[Bf]:e.CLAMP_TO_EDGE,[Vf]:e.MIRRORED_REPEAT},de={[Hf]:e.NEAREST,[Uf]:e.NEAREST_MIPMAP_NEAREST,[Wf]:e.NEAREST_MIPMAP_LINEAR,[Gf]:e.LINEAR,[Kf]:e.LINEAR_MIPMAP_NEAREST,[qf]:e.LINEAR_MIPMAP_LINEAR},fe={512:e.NEVER,519:e.ALWAYS,513:e.LESS,515:e.LEQUAL,514:e.EQUAL,518:e.GEQUAL,516:e.GREATER,517:e.NOTEQUAL};function pe(n,a){if(a.type===1015&&t.has(`OES_texture_float_linear`)===!1&&(a.magFilter===1006||a.magFilter===1007||a.magFilter===1005||a.magFilter===1008||a.minFilter===1006||a.minFilter===1007||a.minFilter===1005||a.minFilter===1008)&&V(`WebGLRenderer: Unable to use linear filtering with floating point textures. OES_texture_float_linear not supported on this device.`),e.texParameteri(n,e.TEXTURE_WRAP_S,ue[a.wrapS]),e.texParameteri(n,e.TEXTURE_WRAP_T,ue[a.wrapT]),(n===e.TEXTURE_3D||n===e.TEXTURE_2D_ARRAY)&&e.texParameteri(n,e.TEXTURE_WRAP_R,ue[a.wrapR]),e.texParameteri(n,e.TEXTURE_MAG_FILTER,de[a.magFilter]),e.texParameteri(n,e.TEXTURE_MIN_FILTER,de[a.minFilter]),a.compareFunction&&(e.texParameteri(n,e.TEXTURE_COMPARE_MODE,e.COMPARE_REF_TO_TEXTURE),e.texParameteri(n,e.TEXTURE_COMPARE_FUNC,fe[a.compareFunction])),t.has(`EXT_texture_filter_anisotropic`)===!0){if(a.magFilter===1003||a.minFilter!==1005&&a.minFilter!==1008||a.type===1015&&t.has(`OES_texture_float_linear`)===!1)return;if(a.anisotropy>1||r.get(a).__currentAnisotropy){let o=t.get(`EXT_texture_filter_anisotropic`);e.texParameterf(n,o.TEXTURE_MAX_ANISOTROPY_EXT,Math.min(a.anisotropy,i.getMaxAnisotropy())),r.get(a).__currentAnisotropy=a.anisotropy}}}function me(t,n){let r=!1;t.__webglInit===void 0&&(t.__webglInit=!0,n.addEventListener(`dispose`,D),T(n));let i=n.source,a=p.get(i);a===void 0&&(a={},p.set(i,a));let s=ae(n);if(s!==t.__cacheKey){a[s]===void 0&&(a[s]={texture:e.createTexture(),usedTimes:0},o.memory.textures++,r=!0),a[s].usedTimes++;let i=a[t.__cacheKey];i!==void 0&&(a[t.__cacheKey].usedTimes--,i.usedTimes===0&&N(n)),t.__cacheKey=s,t.__webglTexture=a[s].texture}return r}function he(e,t,n){return Math.floor(Math.floor(e/n)/t)}function ge(t,r,i,a){let o=t.updateRanges;if(o.length===0)n.texSubImage2D(e.TEXTURE_2D,0,0,0,r.width,r.height,i,a,r.data);else{o.sort((e,t)=>e.start-t.start);let s=0;for(let e=1;e<o.length;e++){let t=o[s],n=o[e],i=t.start+t.count,a=he(n.start,r.width,4),c=he(t.start,r.width,4);n.start<=i+1&&a===c&&he(n.start+n.count-1,r.width,4)===a?t.count=Math.max(t.count,n.start+n.count-t.start):(++s,o[s]=n)}o.length=s+1;let c=n.getParameter(e.UNPACK_ROW_LENGTH),l=n.getParameter(e.UNPACK_SKIP_PIXELS),u=n.getParameter(e.UNPACK_SKIP_ROWS);n.pixelStorei(e.UNPACK_ROW_LENGTH,r.width);for(let t=0,s=o.length;t<s;t++){let s=o[t],c=Math.floor(s.start/4),l=Math.ceil(s.count/4),u=c%r.width,d=Math.floor(c/r.width),f=l;n.pixelStorei(e.UNPACK_SKIP_PIXELS,u),n.pixelStorei(e.UNPACK_SKIP_ROWS,d),n.texSubImage2D(e.TEXTURE_2D,0,u,d,f,1,i,a,r.data)}t.clearUpdateRanges(),n.pixelStorei(e.UNPACK_ROW_LENGTH,c),n.pixelStorei(e.UNPACK_SKIP_PIXELS,l),n.pixelStorei(e.UNPACK_SKIP_ROWS,u)}}function _e(t,o,s){let c=e.TEXTURE_2D;(o.isDataArrayTexture||o.isCompressedArrayTexture)&&(c=e.TEXTURE_2D_ARRAY),o.isData3DTexture&&(c=e.TEXTURE_3D);let l=me(t,o),u=o.source;n.bindTexture(c,t.__webglTexture,e.TEXTURE0+s);let f=r.get(u);if(u.version!==f.__version||l===!0){if(n.activeTexture(e.TEXTURE0+s),!(typeof ImageBitmap<`u`&&o.image instanceof ImageBitmap)){let t=q.getPrimaries(q.workingColorSpace),r=o.colorSpace===``?null:q.getPrimaries(o.colorSpace),i=o.colorSpace===``||t===r?e.NONE:e.BROWSER_DEFAULT_WEBGL;n.pixelStorei(e.UNPACK_FLIP_Y_WEBGL,o.flipY),n.pixelStorei(e.UNPACK_PREMULTIPLY_ALPHA_WEBGL,o.premultiplyAlpha),n.pixelStorei(e.UNPACK_COLORSPACE_CONVERSION_WEBGL,i)}n.pixelStorei(e.UNPACK_ALIGNMENT,o.unpackAlignment);let t=v(o.image,!1,i.maxTextureSize);t=R(o,t);let r=a.convert(o.format,o.colorSpace),p=a.convert(o.type),m=S(o.internalFormat,r,p,o.normalized,o.colorSpace,o.isVideoTexture);pe(c,o);let h,g=o.mipmaps,_=o.isVideoTexture!==!0,x=f.__version===void 0||l===!0,T=u.dataReady,E=w(o,t);if(o.isDepthTexture)m=C(o.format===dp,o.type),x&&(_?n.texStorage2D(e.TEXTURE_2D,1,m,t.width,t.height):n.texImage2D(e.TEXTURE_2D,0,m,t.width,t.height,0,r,p,null));else if(o.isDataTexture){if(g.length>0){_&&x&&n.texStorage2D(e.TEXTURE_2D,E,m,g[0].width,g[0].height);for(let t=0,i=g.length;t<i;t++)h=g[t],_?T&&n.texSubImage2D(e.TEXTURE_2D,t,0,0,h.width,h.height,r,p,h.data):n.texImage2D(e.TEXTURE_2D,t,m,h.width,h.height,0,r,p,h.data);o.generateMipmaps=!1}else _?(x&&n.texStorage2D(e.TEXTURE_2D,E,m,t.width,t.height),T&&ge(o,t,r,p)):n.texImage2D(e.TEXTURE_2D,0,m,t.width,t.height,0,r,p,t.data)}else if(o.isCompressedTexture){if(o.isCompressedArrayTexture){_&&x&&n.texStorage3D(e.TEXTURE_2D_ARRAY,E,m,g[0].width,g[0].height,t.depth);for(let i=0,a=g.length;i<a;i++)if(h=g[i],o.format!==1023){if(r!==null){if(_){if(T){if(o.layerUpdates.size>0){let t=jy(h.width,h.height,o.format,o.type);for(let a of o.layerUpdates){let o=h.data.subarray(a*t/h.data.BYTES_PER_ELEMENT,(a+1)*t/h.data.BYTES_PER_ELEMENT);n.compressedTexSubImage3D(e.TEXTURE_2D_ARRAY,i,0,0,a,h.width,h.height,1,r,o)}}else n.compressedTexSubImage3D(e.TEXTURE_2D_ARRAY,i,0,0,0,h.width,h.height,t.depth,r,h.data)}}else n.compressedTexImage3D(e.TEXTURE_2D_ARRAY,i,m,h.width,h.height,t.depth,0,h.data,0,0)}else V(`WebGLRenderer: Attempt to load unsupported compressed texture format in .uploadTexture()`)}else _?T&&n.texSubImage3D(e.TEXTURE_2D_ARRAY,i,0,0,0,h.width,h.height,t.depth,r,p,h.data):n.texImage3D(e.TEXTURE_2D_ARRAY,i,m,h.width,h.height,t.depth,0,r,p,h.data);o.layerUpdates.size>0&&o.clearLayerUpdates()}else{_&&x&&n.texStorage2D(e.TEXTURE_2D,E,m,g[0].width,g[0].height);for(let t=0,i=g.length;t<i;t++)h=g[t],o.format===1023?_?T&&n.texSubImage2D(e.TEXTURE_2D,t,0,0,h.width,h.height,r,p,h.data):n.texImage2D(e.TEXTURE_2D,t,m,h.width,h.height,0,r,p,h.data):r===null?V(`WebGLRenderer: Attempt to load unsupported compressed texture format in .uploadTexture()`):_?T&&n.compressedTexSubImage2D(e.TEXTURE_2D,t,0,0,h.width,h.height,r,h.data):n.compressedTexImage2D(e.TEXTURE_2D,t,m,h.width,h.height,0,h.data)}}else if(o.isDataArrayTexture){if(_){if(x&&n.texStorage3D(e.TEXTURE_2D_ARRAY,E,m,t.width,t.height,t.depth),T){if(o.layerUpdates.size>0){let i=jy(t.width,t.height,o.format,o.type);for(let a of o.layerUpdates){let o=t.data.subarray(a*i/t.data.BYTES_PER_ELEMENT,(a+1)*i/t.data.BYTES_PER_ELEMENT);n.texSubImage3D(e.TEXTURE_2D_ARRAY,0,0,0,a,t.width,t.height,1,r,p,o)}o.clearLayerUpdates()}else n.texSubImage3D(e.TEXTURE_2D_ARRAY,0,0,0,0,t.width,t.height,t.depth,r,p,t.data)}}else n.texImage3D(e.TEXTURE_2D_ARRAY,0,m,t.width,t.height,t.depth,0,r,p,t.data)}else if(o.isData3DTexture)_?(x&&n.texStorage3D(e.TEXTURE_3D,E,m,t.width,t.height,t.depth),T&&n.texSubImage3D(e.TEXTURE_3D,0,0,0,0,t.width,t.height,t.depth,r,p,t.data)):n.texImage3D(e.TEXTURE_3D,0,m,t.width,t.height,t.depth,0,r,p,t.data);else if(o.isFramebufferTexture){if(x){if(_)n.texStorage2D(e.TEXTURE_2D,E,m,t.width,t.height);else{let i=t.width,a=t.height;for(let t=0;t<E;t++)n.texImage2D(e.TEXTURE_2D,t,m,i,a,0,r,p,null),i>>=1,a>>=1}}}else if(o.isHTMLTexture){if(`texElementImage2D`in e){let n=e.canvas;if(n.hasAttribute(`layoutsubtree`)||n.setAttribute(`layoutsubtree`,`true`),t.parentNode!==n){n.appendChild(t),d.add(o),n.onpaint=e=>{let t=e.changedElements;for(let e of d)t.includes(e.image)&&(e.needsUpdate=!0)},n.requestPaint();return}if(e.texElementImage2D.length===3)e.texElementImage2D(e.TEXTURE_2D,e.RGBA8,t);else{let n=e.RGBA,r=e.RGBA,i=e.UNSIGNED_BYTE;e.texElementImage2D(e.TEXTURE_2D,0,n,r,i,t)}e.texParameteri(e.TEXTURE_2D,e.TEXTURE_MIN_FILTER,e.LINEAR),e.texParameteri(e.TEXTURE_2D,e.TEXTURE_WRAP_S,e.CLAMP_TO_EDGE),e.texParameteri(e.TEXTURE_2D,e.TEXTURE_WRAP_T,e.CLAMP_TO_EDGE)}}else if(g.length>0){if(_&&x){let t=Oe(g[0]);n.texStorage2D(e.TEXTURE_2D,E,m,t.width,t.height)}for(let t=0,i=g.length;t<i;t++)h=g[t],_?T&&n.texSubImage2D(e.TEXTURE_2D,t,0,0,r,p,h):n.texImage2D(e.TEXTURE_2D,t,m,r,p,h);o.generateMipmaps=!1}else if(_){if(x){let r=Oe(t);n.texStorage2D(e.TEXTURE_2D,E,m,r.width,r.height)}T&&n.texSubImage2D(e.TEXTURE_2D,0,0,0,r,p,t)}else n.texImage2D(e.TEXTURE_2D,0,m,r,p,t);y(o)&&o.mipmapsAutoUpdate===!0&&b(c),f.__version=u.version,o.onUpdate&&o.onUpdate(o)}t.__version=o.version}function ve(t,o,s){if(o.image.length!==6)return;let c=me(t,o),l=o.source;n.bindTexture(e.TEXTURE_CUBE_MAP,t.__webglTexture,e.TEXTURE0+s);let u=r.get(l);if(l.version!==u.__version||c===!0){n.activeTexture(e.TEXTURE0+s);let t=q.getPrimaries(q.workingColorSpace),r=o.colorSpace===``?null:q.getPrimaries(o.colorSpace),d=o.colorSpace===``||t===r?e.NONE:e.BROWSER_DEFAULT_WEBGL;n.pixelStorei(e.UNPACK_FLIP_Y_WEBGL,o.flipY),n.pixelStorei(e.UNPACK_PREMULTIPLY_ALPHA_WEBGL,o.premultiplyAlpha),n.pixelStorei(e.UNPACK_ALIGNMENT,o.unpackAlignment),n.pixelStorei(e.UNPACK_COLORSPACE_CONVERSION_WEBGL,d);let f=o.isCompressedTexture||o.image[0].isCompressedTexture,p=o.image[0]&&o.image[0].isDataTexture,m=[];for(let e=0;e<6;e++)!f&&!p?m[e]=v(o.image[e],!0,i.maxCubemapSize):m[e]=p?o.image[e].image:o.image[e],m[e]=R(o,m[e]);let h=m[0],g=a.convert(o.format,o.colorSpace),_=a.convert(o.type),x=S(o.internalFormat,g,_,o.normalized,o.colorSpace),T=o.isVideoTexture!==!0,E=u.__version===void 0||c===!0,D=l.dataReady,O=w(o,h);pe(e.TEXTURE_CUBE_MAP,o);let k;if(o.isDepthTexture){if(x=C(o.format===dp,o.type),E){if(T)n.texStorage2D(e.TEXTURE_CUBE_MAP,1,x,h.width,h.height);else for(let t=0;t<6;t++)n.texImage2D(e.TEXTURE_CUBE_MAP_POSITIVE_X+t,0,x,h.width,h.height,0,g,_,null)}}else if(f){T&&E&&n.texStorage2D(e.TEXTURE_CUBE_MAP,O,x,h.width,h.height);for(let t=0;t<6;t++){k=m[t].mipmaps;for(let r=0;r<k.length;r++){let i=k[r];o.format===1023?T?D&&n.texSubImage2D(e.TEXTURE_CUBE_MAP_POSITIVE_X+t,r,0,0,i.width,i.height,g,_,i.data):n.texImage2D(e.TEXTURE_CUBE_MAP_POSITIVE_X+t,r,x,i.width,i.height,0,g,_,i.data):g===null?V(`WebGLRenderer: Attempt to load unsupported compressed texture format in .setTextureCube()`):T?D&&n.compressedTexSubImage2D(e.TEXTURE_CUBE_MAP_POSITIVE_X+t,r,0,0,i.width,i.height,g,i.data):n.compressedTexImage2D(e.TEXTURE_CUBE_MAP_POSITIVE_X+t,r,x,i.width,i.height,0,i.data)}}}else{if(k=o.mipmaps,T&&E){k.length>0&&O++;let t=Oe(m[0]);n.texStorage2D(e.TEXTURE_CUBE_MAP,O,x,t.width,t.height)}for(let t=0;t<6;t++)if(p){T?D&&n.texSubImage2D(e.TEXTURE_CUBE_MAP_POSITIVE_X+t,0,0,0,m[t].width,m[t].height,g,_,m[t].data):n.texImage2D(e.TEXTURE_CUBE_MAP_POSITIVE_X+t,0,x,m[t].width,m[t].height,0,g,_,m[t].data);for(let r=0;r<k.length;r++){let i=k[r].image[t].image;T?D&&n.texSubImage2D(e.TEXTURE_CUBE_MAP_POSITIVE_X+t,r+1,0,0,i.width,i.height,g,_,i.data):n.texImage2D(e.TEXTURE_CUBE_MAP_POSITIVE_X+t,r+1,x,i.width,i.height,0,g,_,i.data)}}else{T?D&&n.texSubImage2D(e.TEXTURE_CUBE_MAP_POSITIVE_X+t,0,0,0,g,_,m[t]):n.texImage2D(e.TEXTURE_CUBE_MAP_POSITIVE_X+t,0,x,g,_,m[t]);for(let r=0;r<k.length;r++){let i=k[r];T?D&&n.texSubImage2D(e.TEXTURE_CUBE_MAP_POSITIVE_X+t,r+1,0,0,g,_,i.image[t]):n.texImage2D(e.TEXTURE_CUBE_MAP_POSITIVE_X+t,r+1,x,g,_,i.image[t])}}}y(o)&&o.mipmapsAutoUpdate===!0&&b(e.TEXTURE_CUBE_MAP),u.__version=l.version,o.onUpdate&&o.onUpdate(o)}t.__version=o.version}function ye(t,i,o,c,l,u){let d=a.convert(o.format,o.colorSpace),f=a.convert(o.type),p=S(o.internalFormat,d,f,o.normalized,o.colorSpace),m=r.get(i),h=r.get(o);if(h.__renderTarget=i,!m.__hasExternalTextures){let t=Math.max(1,i.width>>u),r=Math.max(1,i.height>>u);l===e.TEXTURE_3D||l===e.TEXTURE_2D_ARRAY?n.texImage3D(l,u,p,t,r,i.depth,0,d,f,null):n.texImage2D(l,u,p,t,r,0,d,f,null)}n.bindFramebuffer(e.FRAMEBUFFER,t),De(i)?s.framebufferTexture2DMultisampleEXT(e.FRAMEBUFFER,c,l,h.__webglTexture,0,I(i)):(l===e.TEXTURE_2D||l>=e.TEXTURE_CUBE_MAP_POSITIVE_X&&l<=e.TEXTURE_CUBE_MAP_NEGATIVE_Z)&&e.framebufferTexture2D(e.FRAMEBUFFER,c,l,h.__webglTexture,u),n.bindFramebuffer(e.FRAMEBUFFER,null)}function be(t,n,r){if(e.bindRenderbuffer(e.RENDERBUFFER,t),n.depthBuffer){let i=n.depthTexture,a=i&&i.isDepthTexture?i.type:null,o=C(n.stencilBuffer,a),c=n.stencilBuffer?e.DEPTH_STENCIL_ATTACHMENT:e.DEPTH_ATTACHMENT;De(n)?s.renderbufferStorageMultisampleEXT(e.RENDERBUFFER,I(n),o,n.width,n.height):r?e.renderbufferStorageMultisample(e.RENDERBUFFER,I(n),o,n.width,n.height):e.renderbufferStorage(e.RENDERBUFFER,o,n.width,n.height),e.framebufferRenderbuffer(e.FRAMEBUFFER,c,e.RENDERBUFFER,t)}else{let t=n.textures;for(let i=0;i<t.length;i++){let o=t[i],c=a.convert(o.format,o.colorSpace),l=a.convert(o.type),u=S(o.internalFormat,c,l,o.normalized,o.colorSpace);De(n)?s.renderbufferStorageMultisampleEXT(e.RENDERBUFFER,I(n),u,n.width,n.height):r?e.renderbufferStorageMultisample(e.RENDERBUFFER,I(n),u,n.width,n.height):e.renderbufferStorage(e.RENDERBUFFER,u,n.width,n.height)}}e.bindRenderbuffer(e.RENDERBUFFER,null)}function xe(t,i,a){let o=i.isWebGLCubeRenderTarget===!0;if(n.bindFramebuffer(e.FRAMEBUFFER,t),!(i.depthTexture&&i.depthTexture.isDepthTexture))throw Error(`THREE.WebGLTextures: renderTarget.depthTexture must be an instance of THREE.DepthTexture.`);let c=r.get(i.depthTexture);c.__renderTarget=i;let l=o?i.depthTexture.image[0]:i.depthTexture.image;c.__webglTexture&&l.width===i.width&&l.height===i.height||(l.width=i.width,l.height=i.height,i.depthTexture.needsUpdate=!0),o?le(i.depthTexture,0):oe(i.depthTexture,0);let u=c.__webglTexture,d=I(i),f=o?e.TEXTURE_CUBE_MAP_POSITIVE_X+a:e.TEXTURE_2D,p=i.depthTexture.format===1027?e.DEPTH_STENCIL_ATTACHMENT:e.DEPTH_ATTACHMENT;if(i.depthTexture.format===1026)De(i)?s.framebufferTexture2DMultisampleEXT(e.FRAMEBUFFER,p,f,u,0,d):e.framebufferTexture2D(e.FRAMEBUFFER,p,f,u,0);else if(i.depthTexture.format===1027)De(i)?s.framebufferTexture2DMultisampleEXT(e.FRAMEBUFFER,p,f,u,0,d):e.framebufferTexture2D(e.FRAMEBUFFER,p,f,u,0);else throw Error(`THREE.WebGLTextures: Unknown depthTexture format.`)}function Se(t){let i=r.get(t),a=t.isWebGLCubeRenderTarget===!0;if(i.__boundDepthTexture!==t.depthTexture){let e=t.depthTexture;if(i.__depthDisposeCallback&&i.__depthDisposeCallback(),e){let t=()=>{delete i.__boundDepthTexture,delete i.__depthDisposeCallback,e.removeEventListener(`dispose`,t)};e.addEventListener(`dispose`,t),i.__depthDisposeCallback=t}i.__boundDepthTexture=e}if(t.depthTexture&&!i.__autoAllocateDepthBuffer){if(a)for(let e=0;e<6;e++)xe(i.__webglFramebuffer[e],t,e);else t.texture.mipmaps.length>0?xe(i.__webglFramebuffer[0],t,0):xe(i.__webglFramebuffer,t,0)}else if(a){i.__webglDepthbuffer=[];for(let r=0;r<6;r++)if(n.bindFramebuffer(e.FRAMEBUFFER,i.__webglFramebuffer[r]),i.__webglDepthbuffer[r]===void 0)i.__webglDepthbuffer[r]=e.createRenderbuffer(),be(i.__webglDepthbuffer[r],t,!1);else{let n=t.stencilBuffer?e.DEPTH_STENCIL_ATTACHMENT:e.DEPTH_ATTACHMENT,a=i.__webglDepthbuffer[r];e.bindRenderbuffer(e.RENDERBUFFER,a),e.framebufferRenderbuffer(e.FRAMEBUFFER,n,e.RENDERBUFFER,a)}}else if(t.texture.mipmaps.length>0?n.bindFramebuffer(e.FRAMEBUFFER,i.__webglFramebuffer[0]):n.bindFramebuffer(e.FRAMEBUFFER,i.__webglFramebuffer),i.__webglDepthbuffer===void 0)i.__webglDepthbuffer=e.createRenderbuffer(),be(i.__webglDepthbuffer,t,!1);else{let n=t.stencilBuffer?e.DEPTH_STENCIL_ATTACHMENT:e.DEPTH_ATTACHMENT,r=i.__webglDepthbuffer;e.bindRenderbuffer(e.RENDERBUFFER,r),e.framebufferRenderbuffer(e.FRAMEBUFFER,n,e.RENDERBUFFER,r)}n.bindFramebuffer(e.FRAMEBUFFER,null)}function Ce(t,n,i){let a=r.get(t);n!==void 0&&ye(a.__webglFramebuffer,t,t.texture,e.COLOR_ATTACHMENT0,e.TEXTURE_2D,0),i!==void 0&&Se(t)}function F(t){let i=t.texture,s=r.get(t),c=r.get(i);t.addEventListener(`dispose`,O),T(t);let l=t.textures,u=t.isWebGLCubeRenderTarget===!0,d=l.length>1;if(d||(c.__webglTexture===void 0&&(c.__webglTexture=e.createTexture()),c.__version=i.version,o.memory.textures++),u){s.__webglFramebuffer=[];for(let t=0;t<6;t++)if(i.mipmaps.length>0){s.__webglFramebuffer[t]=[];for(let n=0;n<i.mipmaps.length;n++)s.__webglFramebuffer[t][n]=e.createFramebuffer()}else s.__webglFramebuffer[t]=e.createFramebuffer()}else{if(i.mipmaps.length>0){s.__webglFramebuffer=[];for(let t=0;t<i.mipmaps.length;t++)s.__webglFramebuffer[t]=e.createFramebuffer()}else s.__webglFramebuffer=e.createFramebuffer();if(d)for(let t=0,n=l.length;t<n;t++){let n=r.get(l[t]);n.__webglTexture===void 0&&(n.__webglTexture=e.createTexture(),o.memory.textures++)}if(t.samples>0&&De(t)===!1){s.__webglMultisampledFramebuffer=e.createFramebuffer(),s.__webglColorRenderbuffer=[],n.bindFramebuffer(e.FRAMEBUFFER,s.__webglMultisampledFramebuffer);for(let n=0;n<l.length;n++){let r=l[n];s.__webglColorRenderbuffer[n]=e.createRenderbuffer(),e.bindRenderbuffer(e.RENDERBUFFER,s.__webglColorRenderbuffer[n]);let i=a.convert(r.format,r.colorSpace),o=a.convert(r.type),c=S(r.internalFormat,i,o,r.normalized,r.colorSpace,t.isXRRenderTarget===!0),u=I(t);e.renderbufferStorageMultisample(e.RENDERBUFFER,u,c,t.width,t.height),e.framebufferRenderbuffer(e.FRAMEBUFFER,e.COLOR_ATTACHMENT0+n,e.RENDERBUFFER,s.__webglColorRenderbuffer[n])}e.bindRenderbuffer(e.RENDERBUFFER,null),t.depthBuffer&&(s.__webglDepthRenderbuffer=e.createRenderbuffer(),be(s.__webglDepthRenderbuffer,t,!0)),n.bindFramebuffer(e.FRAMEBUFFER,null)}}if(u){n.bindTexture(e.TEXTURE_CUBE_MAP,c.__webglTexture),pe(e.TEXTURE_CUBE_MAP,i);for(let n=0;n<6;n++)if(i.mipmaps.length>0)for(let r=0;r<i.mipmaps.length;r++)ye(s.__webglFramebuffer[n][r],t,i,e.COLOR_ATTACHMENT0,e.TEXTURE_CUBE_MAP_POSITIVE_X+n,r);else ye(s.__webglFramebuffer[n],t,i,e.COLOR_ATTACHMENT0,e.TEXTURE_CUBE_MAP_POSITIVE_X+n,0);y(i)?b(e.TEXTURE_CUBE_MAP):i.mipmaps.length>0&&e.texParameteri(e.TEXTURE_CUBE_MAP,e.TEXTURE_MAX_LEVEL,i.mipmaps.length-1),n.unbindTexture()}else if(d){for(let i=0,a=l.length;i<a;i++){let a=l[i],o=r.get(a),c=e.TEXTURE_2D;(t.isWebGL3DRenderTarget||t.isWebGLArrayRenderTarget)&&(c=t.isWebGL3DRenderTarget?e.TEXTURE_3D:e.TEXTURE_2D_ARRAY),n.bindTexture(c,o.__webglTexture),pe(c,a),ye(s.__webglFramebuffer,t,a,e.COLOR_ATTACHMENT0+i,c,0),y(a)&&b(c)}n.unbindTexture()}else{let r=e.TEXTURE_2D;if((t.isWebGL3DRenderTarget||t.isWebGLArrayRenderTarget)&&(r=t.isWebGL3DRenderTarget?e.TEXTURE_3D:e.TEXTURE_2D_ARRAY),n.bindTexture(r,c.__webglTexture),pe(r,i),i.mipmaps.length>0)for(let n=0;n<i.mipmaps.length;n++)ye(s.__webglFramebuffer[n],t,i,e.COLOR_ATTACHMENT0,r,n);else ye(s.__webglFramebuffer,t,i,e.COLOR_ATTACHMENT0,r,0);y(i)?b(r):i.mipmaps.length>0&&e.texParameteri(r,e.TEXTURE_MAX_LEVEL,i.mipmaps.length-1),n.unbindTexture()}t.depthBuffer&&Se(t)}function we(e){let t=e.textures;for(let i=0,a=t.length;i<a;i++){let a=t[i];if(y(a)&&a.mipmapsAutoUpdate===!0){let t=x(e),i=r.get(a).__webglTexture;n.bindTexture(t,i),b(t),n.unbindTexture()}}}let Te=[];function Ee(t){if(t.samples>0){if(De(t)===!1){let i=t.textures,a=t.width,o=t.height,s=e.COLOR_BUFFER_BIT,l=t.stencilBuffer?e.DEPTH_STENCIL_ATTACHMENT:e.DEPTH_ATTACHMENT,u=r.get(t),d=i.length>1;if(d)for(let t=0;t<i.length;t++)n.bindFramebuffer(e.FRAMEBUFFER,u.__webglMultisampledFramebuffer),e.framebufferRenderbuffer(e.FRAMEBUFFER,e.COLOR_ATTACHMENT0+t,e.RENDERBUFFER,null),n.bindFramebuffer(e.FRAMEBUFFER,u.__webglFramebuffer),e.framebufferTexture2D(e.DRAW_FRAMEBUFFER,e.COLOR_ATTACHMENT0+t,e.TEXTURE_2D,null,0);n.bindFramebuffer(e.READ_FRAMEBUFFER,u.__webglMultisampledFramebuffer),t.texture.mipmaps.length>0?n.bindFramebuffer(e.DRAW_FRAMEBUFFER,u.__webglFramebuffer[0]):n.bindFramebuffer(e.DRAW_FRAMEBUFFER,u.__webglFramebuffer);for(let n=0;n<i.length;n++){if(t.resolveDepthBuffer&&(t.depthBuffer&&(s|=e.DEPTH_BUFFER_BIT),t.stencilBuffer&&t.resolveStencilBuffer&&(s|=e.STENCIL_BUFFER_BIT)),d){e.framebufferRenderbuffer(e.READ_FRAMEBUFFER,e.COLOR_ATTACHMENT0,e.RENDERBUFFER,u.__webglColorRenderbuffer[n]);let t=r.get(i[n]).__webglTexture;e.framebufferTexture2D(e.DRAW_FRAMEBUFFER,e.COLOR_ATTACHMENT0,e.TEXTURE_2D,t,0)}e.blitFramebuffer(0,0,a,o,0,0,a,o,s,e.NEAREST),c===!0&&(Te.length=0,Te.push(e.COLOR_ATTACHMENT0+n),t.depthBuffer&&t.storeMultisampledDepthBuffer===!1&&Te.push(l),e.invalidateFramebuffer(e.READ_FRAMEBUFFER,Te))}if(n.bindFramebuffer(e.READ_FRAMEBUFFER,null),n.bindFramebuffer(e.DRAW_FRAMEBUFFER,null),d)for(let t=0;t<i.length;t++){n.bindFramebuffer(e.FRAMEBUFFER,u.__webglMultisampledFramebuffer),e.framebufferRenderbuffer(e.FRAMEBUFFER,e.COLOR_ATTACHMENT0+t,e.RENDERBUFFER,u.__webglColorRenderbuffer[t]);let a=r.get(i[t]).__webglTexture;n.bindFramebuffer(e.FRAMEBUFFER,u.__webglFramebuffer),e.framebufferTexture2D(e.DRAW_FRAMEBUFFER,e.COLOR_ATTACHMENT0+t,e.TEXTURE_2D,a,0)}n.bindFramebuffer(e.DRAW_FRAMEBUFFER,u.__webglMultisampledFramebuffer)}else if(t.depthBuffer&&t.storeMultisampledDepthBuffer===!1&&c){let n=t.stencilBuffer?e.DEPTH_STENCIL_ATTACHMENT:e.DEPTH_ATTACHMENT;e.invalidateFramebuffer(e.DRAW_FRAMEBUFFER,[n])}}}function I(e){return Math.min(i.maxSamples,e.samples)}function De(e){let n=r.get(e);return e.samples>0&&t.has(`WEBGL_multisampled_render_to_texture`)===!0&&n.__useRenderToTexture!==!1}function L(e){let t=o.render.frame;u.get(e)!==t&&(u.set(e,t),e.update())}function R(e,t){let n=e.colorSpace,r=e.format,i=e.type;return e.isCompressedTexture===!0||e.isVideoTexture===!0||n!==`srgb-linear`&&n!==``&&(q.getTransfer(n)===`srgb`?(r!==1023||i!==1009)&&V(`WebGLTextures: sRGB encoded textures have to use RGBAFormat and UnsignedByteType.`):H(`WebGLTextures: Unsupported texture color space:`,n)),t}function Oe(e){return typeof HTMLImageElement<`u`&&e instanceof HTMLImageElement?(l.width=e.naturalWidth||e.width,l.height=e.naturalHeight||e.height):typeof VideoFrame<`u`&&e instanceof VideoFrame?(l.width=e.displayWidth,l.height=e.displayHeight):(l.width=e.width,l.height=e.height),l}this.allocateTextureUnit=ie,this.resetTextureUnits=P,this.getTextureUnits=ne,this.setTextureUnits=re,this.setTexture2D=oe,this.setTexture2DArray=se,this.setTexture3D=ce,this.setTextureCube=le,this.rebindTextures=Ce,this.setupRenderTarget=F,this.updateRenderTargetMipmap=we,this.updateMultisampleRenderTarget=Ee,this.setupDepthRenderbuffer=Se,this.setupFrameBufferTexture=ye,this.useMultisampledRTT=De,this.dispose=j}function AS(e,t){function n(n,r=``){let i,a=q.getTransfer(r);if(n===1009)return e.UNSIGNED_BYTE;if(n===1017)return e.UNSIGNED_SHORT_4_4_4_4;if(n===1018)return e.UNSIGNED_SHORT_5_5_5_1;if(n===35902)return e.UNSIGNED_INT_5_9_9_9_REV;if(n===35899)return e.UNSIGNED_INT_10F_11F_11F_REV;if(n===1010)return e.BYTE;if(n===1011)return e.SHORT;if(n===1012)return e.UNSIGNED_SHORT;if(n===1013)return e.INT;if(n===1014)return e.UNSIGNED_INT;if(n===1015)return e.FLOAT;if(n===1016)return e.HALF_FLOAT;if(n===1021)return e.ALPHA;if(n===1022)return e.RGB;if(n===1023)return e.RGBA;if(n===1026)return e.DEPTH_COMPONENT;if(n===1027)return e.DEPTH_STENCIL;if(n===1028)return e.RED;if(n===1029)return e.RED_INTEGER;if(n===1030)return e.RG;if(n===1031)return e.RG_INTEGER;if(n===1033)return e.RGBA_INTEGER;if(n===33776||n===33777||n===33778||n===33779){if(a===`srgb`){if(i=t.get(`WEBGL_compressed_texture_s3tc_srgb`),i!==null){if(n===33776)return i.COMPRESSED_SRGB_S3TC_DXT1_EXT;if(n===33777)return i.COMPRESSED_SRGB_ALPHA_S3TC_DXT1_EXT;if(n===33778)return i.COMPRESSED_SRGB_ALPHA_S3TC_DXT3_EXT;if(n===33779)return i.COMPRESSED_SRGB_ALPHA_S3TC_DXT5_EXT}else return null}else if(i=t.get(`WEBGL_compressed_texture_s3tc`),i!==null){if(n===33776)return i.COMPRESSED_RGB_S3TC_DXT1_EXT;if(n===33777)return i.COMPRESSED_RGBA_S3TC_DXT1_EXT;if(n===33778)return i.COMPRESSED_RGBA_S3TC_DXT3_EXT;if(n===33779)return i.COMPRESSED_RGBA_S3TC_DXT5_EXT}else return null}if(n===35840||n===35841||n===35842||n===35843){if(i=t.get(`WEBGL_compressed_texture_pvrtc`),i!==null){if(n===35840)return i.COMPRESSED_RGB_PVRTC_4BPPV1_IMG;if(n===35841)return i.COMPRESSED_RGB_PVRTC_2BPPV1_IMG;if(n===35842)return i.COMPRESSED_RGBA_PVRTC_4BPPV1_IMG;if(n===35843)return i.COMPRESSED_RGBA_PVRTC_2BPPV1_IMG}else return null}if(n===36196||n===37492||n===37496||n===37488||n===37489||n===37490||n===37491){if(i=t.get(`WEBGL_compressed_texture_etc`),i!==null){if(n===36196||n===37492)return a===`srgb`?i.COMPRESSED_SRGB8_ETC2:i.COMPRESSED_RGB8_ETC2;if(n===37496)return a===`srgb`?i.COMPRESSED_SRGB8_ALPHA8_ETC2_EAC:i.COMPRESSED_RGBA8_ETC2_EAC;if(n===37488)return i.COMPRESSED_R11_EAC;if(n===37489)return i.COMPRESSED_SIGNED_R11_EAC;if(n===37490)return i.COMPRESSED_RG11_EAC;if(n===37491)return i.COMPRESSED_SIGNED_RG11_EAC}else return null}if(n===37808||n===37809||n===37810||n===37811||n===37812||n===37813||n===37814||n===37815||n===37816||n===37817||n===37818||n===37819||n===37820||n===37821){if(i=t.get(`WEBGL_compressed_texture_astc`),i!==null){if(n===37808)return a===`srgb`?i.COMPRESSED_SRGB8_ALPHA8_ASTC_4x4_KHR:i.COMPRESSED_RGBA_ASTC_4x4_KHR;if(n===37809)return a===`srgb`?i.COMPRESSED_SRGB8_ALPHA8_ASTC_5x4_KHR:i.COMPRESSED_RGBA_ASTC_5x4_KHR;if(n===37810)return a===`srgb`?i.COMPRESSED_SRGB8_ALPHA8_ASTC_5x5_KHR:i.COMPRESSED_RGBA_ASTC_5x5_KHR;if(n===37811)return a===`srgb`?i.COMPRESSED_SRGB8_ALPHA8_ASTC_6x5_KHR:i.COMPRESSED_RGBA_ASTC_6x5_KHR;if(n===37812)return a===`srgb`?i.COMPRESSED_SRGB8_ALPHA8_ASTC_6x6_KHR:i.COMPRESSED_RGBA_ASTC_6x6_KHR;if(n===37813)return a===`srgb`?i.COMPRESSED_SRGB8_ALPHA8_ASTC_8x5_KHR:i.COMPRESSED_RGBA_ASTC_8x5_KHR;if(n===37814)return a===`srgb`?i.COMPRESSED_SRGB8_ALPHA8_ASTC_8x6_KHR:i.COMPRESSED_RGBA_ASTC_8x6_KHR;if(n===37815)return a===`srgb`?i.COMPRESSED_SRGB8_ALPHA8_ASTC_8x8_KHR:i.COMPRESSED_RGBA_ASTC_8x8_KHR;if(n===37816)return a===`srgb`?i.COMPRESSED_SRGB8_ALPHA8_ASTC_10x5_KHR:i.COMPRESSED_RGBA_ASTC_10x5_KHR;if(n===37817)return a===`srgb`?i.COMPRESSED_SRGB8_ALPHA8_ASTC_10x6_KHR:i.COMPRESSED_RGBA_ASTC_10x6_KHR;if(n===37818)return a===`srgb`?i.COMPRESSED_SRGB8_ALPHA8_ASTC_10x8_KHR:i.COMPRESSED_RGBA_ASTC_10x8_KHR;if(n===37819)return a===`srgb`?i.COMPRESSED_SRGB8_ALPHA8_ASTC_10x10_KHR:i.COMPRESSED_RGBA_ASTC_10x10_KHR;if(n===37820)return a===`srgb`?i.COMPRESSED_SRGB8_ALPHA8_ASTC_12x10_KHR:i.COMPRESSED_RGBA_ASTC_12x10_KHR;if(n===37821)return a===`srgb`?i.COMPRESSED_SRGB8_ALPHA8_ASTC_12x12_KHR:i.COMPRESSED_RGBA_ASTC_12x12_KHR}else return null}if(n===36492||n===36494||n===36495){if(i=t.get(`EXT_texture_compression_bptc`),i!==null){if(n===36492)return a===`srgb`?i.COMPRESSED_SRGB_ALPHA_BPTC_UNORM_EXT:i.COMPRESSED_RGBA_BPTC_UNORM_EXT;if(n===36494)return i.COMPRESSED_RGB_BPTC_SIGNED_FLOAT_EXT;if(n===36495)return i.COMPRESSED_RGB_BPTC_UNSIGNED_FLOAT_EXT}else return null}if(n===36283||n===36284||n===36285||n===36286){if(i=t.get(`EXT_texture_compression_rgtc`),i!==null){if(n===36283)return i.COMPRESSED_RED_RGTC1_EXT;if(n===36284)return i.COMPRESSED_SIGNED_RED_RGTC1_EXT;if(n===36285)return i.COMPRESSED_RED_GREEN_RGTC2_EXT;if(n===36286)return i.COMPRESSED_SIGNED_RED_GREEN_RGTC2_EXT}else return null}return n===1020?e.UNSIGNED_INT_24_8:e[n]===void 0?null:e[n]}return{convert:n}}var jS=`
void main() {

	gl_Position = vec4( position, 1.0 );

}`,MS=`
uniform sampler2DArray depthColor;
uniform float depthWidth;
uniform float depthHeight;

void main() {

	vec2 coord = vec2( gl_FragCoord.x / depthWidth, gl_FragCoord.y / depthHeight );

	if ( coord.x >= 1.0 ) {

		gl_FragDepth = texture( depthColor, vec3( coord.x - 1.0, coord.y, 1 ) ).r;

	} else {

		gl_FragDepth = texture( depthColor, vec3( coord.x, coord.y, 0 ) ).r;

	}

}`,NS=class{constructor(){this.texture=null,this.mesh=null,this.depthNear=0,this.depthFar=0}init(e,t){if(this.texture===null){let n=new rv(e.texture);(e.depthNear!==t.depthNear||e.depthFar!==t.depthFar)&&(this.depthNear=e.depthNear,this.depthFar=e.depthFar),this.texture=n}}getMesh(e){if(this.texture!==null&&this.mesh===null){let t=e.cameras[0].viewport,n=new gv({vertexShader:jS,fragmentShader:MS,uniforms:{depthColor:{value:this.texture},depthWidth:{value:t.z},depthHeight:{value:t.w}}});this.mesh=new C_(new av(20,20),n)}return this.mesh}reset(){this.texture=null,this.mesh=null}getDepthTexture(){return this.texture}},PS=class extends Tm{constructor(e,t){super();let n=this,r=null,i=1,a=null,o=`local-floor`,s=1,c=null,l=null,u=null,d=null,f=null,p=null,m=typeof XRWebGLBinding<`u`,h=new NS,g={},_=t.getContextAttributes(),v=null,y=null,b=[],x=[],S=new W,C=null,w=null,T=new ty;T.viewport=new gh;let E=new ty;E.viewport=new gh;let D=[T,E],O=new ly,k=null,A=null;this.cameraAutoUpdate=!0,this.enabled=!1,this.isPresenting=!1,this.getController=function(e){let t=b[e];return t===void 0&&(t=new Xh,b[e]=t),t.getTargetRaySpace()},this.getControllerGrip=function(e){let t=b[e];return t===void 0&&(t=new Xh,b[e]=t),t.getGripSpace()},this.getHand=function(e){let t=b[e];return t===void 0&&(t=new Xh,b[e]=t),t.getHandSpace()};function j(e){let t=x.indexOf(e.inputSource);if(t===-1)return;let n=b[t];n!==void 0&&(n.update(e.inputSource,e.frame,c||a),n.dispatchEvent({type:e.type,data:e.inputSource}))}function M(){r.removeEventListener(`select`,j),r.removeEventListener(`selectstart`,j),r.removeEventListener(`selectend`,j),r.removeEventListener(`squeeze`,j),r.removeEventListener(`squeezestart`,j),r.removeEventListener(`squeezeend`,j),r.removeEventListener(`end`,M),r.removeEventListener(`inputsourceschange`,N);for(let e=0;e<b.length;e++){let t=x[e];t!==null&&(x[e]=null,b[e].disconnect(t))}k=null,A=null,h.reset();for(let e in g)delete g[e];if(e.setRenderTarget(v),f=null,d=null,u=null,r=null,y=null,re.stop(),n.isPresenting=!1,e.setPixelRatio(C),e.setSize(S.width,S.height,!1),w!==null){let e=w.camera;e.fov=w.fov,e.zoom=w.zoom,e.updateProjectionMatrix(),w=null}n.dispatchEvent({type:`sessionend`})}this.setFramebufferScaleFactor=function(e){i=e,n.isPresenting===!0&&V(`WebXRManager: Cannot change framebuffer scale while presenting.`)},this.setReferenceSpaceType=function(e){o=e,n.isPresenting===!0&&V(`WebXRManager: Cannot change reference space type while presenting.`)},this.getReferenceSpace=function(){return c||a},this.setReferenceSpace=function(e){c=e},this.getBaseLayer=function(){return d===null?f:d},this.getBinding=function(){return u===null&&m&&(u=new XRWebGLBinding(r,t)),u},this.getFrame=function(){return p},this.getSession=function(){return r},this.setSession=async function(l){if(r=l,r!==null){if(v=e.getRenderTarget(),r.addEventListener(`select`,j),r.addEventListener(`selectstart`,j),r.addEventListener(`selectend`,j),r.addEventListener(`squeeze`,j),r.addEventListener(`squeezestart`,j),r.addEventListener(`squeezeend`,j),r.addEventListener(`end`,M),r.addEventListener(`inputsourceschange`,N),_.xrCompatible!==!0&&await t.makeXRCompatible(),C=e.getPixelRatio(),e.getSize(S),m&&`createProjectionLayer`in XRWebGLBinding.prototype){let n=null,a=null,o=null;_.depth&&(o=_.stencil?t.DEPTH24_STENCIL8:t.DEPTH_COMPONENT24,n=_.stencil?dp:up,a=_.stencil?ip:$f);let s={colorFormat:t.RGBA8,depthFormat:o,scaleFactor:i};u=this.getBinding(),d=u.createProjectionLayer(s),r.updateRenderState({layers:[d]}),e.setPixelRatio(1),e.setSize(d.textureWidth,d.textureHeight,!1),y=new vh(d.textureWidth,d.textureHeight,{format:lp,type:Jf,depthTexture:new tv(d.textureWidth,d.textureHeight,a,void 0,void 0,void 0,void 0,void 0,void 0,n),stencilBuffer:_.stencil,colorSpace:e.outputColorSpace,samples:_.antialias?4:0,resolveDepthBuffer:d.ignoreDepthValues===!1,resolveStencilBuffer:d.ignoreDepthValues===!1,storeMultisampledDepthBuffer:d.ignoreDepthValues===!1,storeMultisampledStencilBuffer:d.ignoreDepthValues===!1})}else{let n={antialias:_.antialias,alpha:!0,depth:_.depth,stencil:_.stencil,framebufferScaleFactor:i};f=new XRWebGLLayer(r,t,n),r.updateRenderState({baseLayer:f}),e.setPixelRatio(1),e.setSize(f.framebufferWidth,f.framebufferHeight,!1),y=new vh(f.framebufferWidth,f.framebufferHeight,{format:lp,type:Jf,colorSpace:e.outputColorSpace,stencilBuffer:_.stencil,resolveDepthBuffer:f.ignoreDepthValues===!1,resolveStencilBuffer:f.ignoreDepthValues===!1,storeMultisampledDepthBuffer:f.ignoreDepthValues===!1,storeMultisampledStencilBuffer:f.ignoreDepthValues===!1})}y.isXRRenderTarget=!0,this.setFoveation(s),c=null,a=await r.requestReferenceSpace(o),re.setContext(r),re.start(),n.isPresenting=!0,n.dispatchEvent({type:`sessionstart`})}},this.getEnvironmentBlendMode=function(){if(r!==null)return r.environmentBlendMode},this.getDepthTexture=function(){return h.getDepthTexture()};function N(e){for(let t=0;t<e.removed.length;t++){let n=e.removed[t],r=x.indexOf(n);r>=0&&(x[r]=null,b[r].disconnect(n))}for(let t=0;t<e.added.length;t++){let n=e.added[t],r=x.indexOf(n);if(r===-1){for(let e=0;e<b.length;e++)if(e>=x.length){x.push(n),r=e;break}else if(x[e]===null){x[e]=n,r=e;break}if(r===-1)break}let i=b[r];i&&i.connect(n)}}function ee(e,t){t===null?e.matrixWorld.copy(e.matrix):e.matrixWorld.multiplyMatrices(t.matrixWorld,e.matrix),e.matrixWorldInverse.copy(e.matrixWorld).invert()}this.updateCamera=function(e){if(r===null)return;let t=e.near,n=e.far;h.texture!==null&&(h.depthNear>0&&(t=h.depthNear),h.depthFar>0&&(n=h.depthFar)),O.near=E.near=T.near=t,O.far=E.far=T.far=n,(k!==O.near||A!==O.far)&&(r.updateRenderState({depthNear:O.near,depthFar:O.far}),k=O.near,A=O.far),O.layers.mask=e.layers.mask|6,T.layers.mask=O.layers.mask&-5,E.layers.mask=O.layers.mask&-3;let i=e.parent,a=O.cameras;ee(O,i);for(let e=0;e<a.length;e++)ee(a[e],i);O.projectionMatrix.copy(T.projectionMatrix),O.projectionMatrixInverse.copy(T.projectionMatrixInverse),w===null&&e.isPerspectiveCamera&&(w={camera:e,fov:e.fov,zoom:e.zoom}),te(e,O,i)};function te(e,t,n){n===null?e.matrix.copy(t.matrixWorld):(e.matrix.copy(n.matrixWorld),e.matrix.invert(),e.matrix.multiply(t.matrixWorld)),e.matrix.decompose(e.position,e.quaternion,e.scale),e.updateMatrixWorld(!0),e.projectionMatrix.copy(t.projectionMatrix),e.projectionMatrixInverse.copy(t.projectionMatrixInverse),e.isPerspectiveCamera&&(e.fov=km*2*Math.atan(1/e.projectionMatrix.elements[5]),e.zoom=1)}this.getCamera=function(){return O},this.getFoveation=function(){if(d!==null||f!==null)return s},this.setFoveation=function(e){s=e,d!==null&&(d.fixedFoveation=e),f!==null&&f.fixedFoveation!==void 0&&(f.fixedFoveation=e)},this.hasDepthSensing=function(){return h.texture!==null},this.getDepthSensingMesh=function(){return h.getMesh(O)},this.getCameraTexture=function(e){return g[e]};let P=null;function ne(t,i){if(l=i.getViewerPose(c||a),p=i,l!==null){let t=l.views;f!==null&&(e.setRenderTargetFramebuffer(y,f.framebuffer),e.setRenderTarget(y));let i=!1;t.length!==O.cameras.length&&(O.cameras.length=0,i=!0);for(let n=0;n<t.length;n++){let r=t[n],a=null;if(f!==null)a=f.getViewport(r);else{let t=u.getViewSubImage(d,r);a=t.viewport,n===0&&(e.setRenderTargetTextures(y,t.colorTexture,t.depthStencilTexture),e.setRenderTarget(y))}let o=D[n];o===void 0&&(o=new ty,o.layers.enable(n),o.viewport=new gh,D[n]=o),o.matrix.fromArray(r.transform.matrix),o.matrix.decompose(o.position,o.quaternion,o.scale),o.projectionMatrix.fromArray(r.projectionMatrix),o.projectionMatrixInverse.copy(o.projectionMatrix).invert(),o.viewport.set(a.x,a.y,a.width,a.height),n===0&&(O.matrix.copy(o.matrix),O.matrix.decompose(O.position,O.quaternion,O.scale)),i===!0&&O.cameras.push(o)}let a=r.enabledFeatures;if(a&&a.includes(`depth-sensing`)&&r.depthUsage==`gpu-optimized`&&m){u=n.getBinding();let e=u.getDepthInformation(t[0]);e&&e.isValid&&e.texture&&h.init(e,r.renderState)}if(a&&a.includes(`camera-access`)&&m){e.state.unbindTexture(),u=n.getBinding();for(let e=0;e<t.length;e++){let n=t[e].camera;if(n){let e=g[n];e||(e=new rv,g[n]=e);let t=u.getCameraImage(n);e.sourceTexture=t}}}}for(let e=0;e<b.length;e++){let t=x[e],n=b[e];t!==null&&n!==void 0&&n.update(t,i,c||a)}P&&P(t,i),i.detectedPlanes&&n.dispatchEvent({type:`planesdetected`,data:i}),p=null}let re=new Ny;re.setAnimationLoop(ne),this.setAnimationLoop=function(e){P=e},this.dispose=function(){}}},FS=new J,IS=new K;IS.set(-1,0,0,0,1,0,0,0,1);function LS(e,t){function n(e,t){e.matrixAutoUpdate===!0&&e.updateMatrix(),t.value.copy(e.matrix)}function r(t,n){n.color.getRGB(t.fogColor.value,fv(e)),n.isFog?(t.fogNear.value=n.near,t.fogFar.value=n.far):n.isFogExp2&&(t.fogDensity.value=n.density)}function i(e,t,n,r,i){t.isNodeMaterial?t.uniformsNeedUpdate=!1:t.isMeshBasicMaterial?a(e,t):t.isMeshLambertMaterial?(a(e,t),t.envMap&&(e.envMapIntensity.value=t.envMapIntensity)):t.isMeshToonMaterial?(a(e,t),d(e,t)):t.isMeshPhongMaterial?(a(e,t),u(e,t),t.envMap&&(e.envMapIntensity.value=t.envMapIntensity)):t.isMeshStandardMaterial?(a(e,t),f(e,t),t.isMeshPhysicalMaterial&&p(e,t,i)):t.isMeshMatcapMaterial?(a(e,t),m(e,t)):t.isMeshDepthMaterial?a(e,t):t.isMeshDistanceMaterial?(a(e,t),h(e,t)):t.isMeshNormalMaterial?a(e,t):t.isLineBasicMaterial?(o(e,t),t.isLineDashedMaterial&&s(e,t)):t.isPointsMaterial?c(e,t,n,r):t.isSpriteMaterial?l(e,t):t.isShadowMaterial?(e.color.value.copy(t.color),e.opacity.value=t.opacity):t.isShaderMaterial&&(t.uniformsNeedUpdate=!1)}function a(e,r){e.opacity.value=r.opacity,r.color&&e.diffuse.value.copy(r.color),r.emissive&&e.emissive.value.copy(r.emissive).multiplyScalar(r.emissiveIntensity),r.map&&(e.map.value=r.map,n(r.map,e.mapTransform)),r.alphaMap&&(e.alphaMap.value=r.alphaMap,n(r.alphaMap,e.alphaMapTransform)),r.bumpMap&&(e.bumpMap.value=r.bumpMap,n(r.bumpMap,e.bumpMapTransform),e.bumpScale.value=r.bumpScale,r.side===1&&(e.bumpScale.value*=-1)),r.normalMap&&(e.normalMap.value=r.normalMap,n(r.normalMap,e.normalMapTransform),e.normalScale.value.copy(r.normalScale),r.side===1&&e.normalScale.value.negate()),r.displacementMap&&(e.displacementMap.value=r.displacementMap,n(r.displacementMap,e.displacementMapTransform),e.displacementScale.value=r.displacementScale,e.displacementBias.value=r.displacementBias),r.emissiveMap&&(e.emissiveMap.value=r.emissiveMap,n(r.emissiveMap,e.emissiveMapTransform)),r.specularMap&&(e.specularMap.value=r.specularMap,n(r.specularMap,e.specularMapTransform)),r.alphaTest>0&&(e.alphaTest.value=r.alphaTest);let i=t.get(r),a=i.envMap,o=i.envMapRotation;a&&(e.envMap.value=a,e.envMapRotation.value.setFromMatrix4(FS.makeRotationFromEuler(o)).transpose(),a.isCubeTexture&&a.isRenderTargetTexture===!1&&e.envMapRotation.value.premultiply(IS),e.reflectivity.value=r.reflectivity,e.ior.value=r.ior,e.refractionRatio.value=r.refractionRatio),r.lightMap&&(e.lightMap.value=r.lightMap,e.lightMapIntensity.value=r.lightMapIntensity,n(r.lightMap,e.lightMapTransform)),r.aoMap&&(e.aoMap.value=r.aoMap,e.aoMapIntensity.value=r.aoMapIntensity,n(r.aoMap,e.aoMapTransform))}function o(e,t){e.diffuse.value.copy(t.color),e.opacity.value=t.opacity,t.map&&(e.map.value=t.map,n(t.map,e.mapTransform))}function s(e,t){e.dashSize.value=t.dashSize,e.totalSize.value=t.dashSize+t.gapSize,e.scale.value=t.scale}function c(e,t,r,i){e.diffuse.value.copy(t.color),e.opacity.value=t.opacity,e.size.value=t.size*r,e.scale.value=i*.5,t.map&&(e.map.value=t.map,n(t.map,e.uvTransform)),t.alphaMap&&(e.alphaMap.value=t.alphaMap,n(t.alphaMap,e.alphaMapTransform)),t.alphaTest>0&&(e.alphaTest.value=t.alphaTest)}function l(e,t){e.diffuse.value.copy(t.color),e.opacity.value=t.opacity,e.rotation.value=t.rotation,t.map&&(e.map.value=t.map,n(t.map,e.mapTransform)),t.alphaMap&&(e.alphaMap.value=t.alphaMap,n(t.alphaMap,e.alphaMapTransform)),t.alphaTest>0&&(e.alphaTest.value=t.alphaTest)}function u(e,t){e.specular.value.copy(t.specular),e.shininess.value=Math.max(t.shininess,1e-4)}function d(e,t){t.gradientMap&&(e.gradientMap.value=t.gradientMap)}function f(e,t){e.metalness.value=t.metalness,t.metalnessMap&&(e.metalnessMap.value=t.metalnessMap,n(t.metalnessMap,e.metalnessMapTransform)),e.roughness.value=t.roughness,t.roughnessMap&&(e.roughnessMap.value=t.roughnessMap,n(t.roughnessMap,e.roughnessMapTransform)),t.envMap&&(e.envMapIntensity.value=t.envMapIntensity)}function p(e,t,r){e.ior.value=t.ior,t.diffuseRoughness>0&&(e.diffuseRoughness.value=t.diffuseRoughness,t.diffuseRoughnessMap&&(e.diffuseRoughnessMap.value=t.diffuseRoughnessMap,n(t.diffuseRoughnessMap,e.diffuseRoughnessMapTransform))),t.sheen>0&&(e.sheenColor.value.copy(t.sheenColor).multiplyScalar(t.sheen),e.sheenRoughness.value=t.sheenRoughness,t.sheenColorMap&&(e.sheenColorMap.value=t.sheenColorMap,n(t.sheenColorMap,e.sheenColorMapTransform)),t.sheenRoughnessMap&&(e.sheenRoughnessMap.value=t.sheenRoughnessMap,n(t.sheenRoughnessMap,e.sheenRoughnessMapTransform))),t.clearcoat>0&&(e.clearcoat.value=t.clearcoat,e.clearcoatRoughness.value=t.clearcoatRoughness,t.clearcoatMap&&(e.clearcoatMap.value=t.clearcoatMap,n(t.clearcoatMap,e.clearcoatMapTransform)),t.clearcoatRoughnessMap&&(e.clearcoatRoughnessMap.value=t.clearcoatRoughnessMap,n(t.clearcoatRoughnessMap,e.clearcoatRoughnessMapTransform)),t.clearcoatNormalMap&&(e.clearcoatNormalMap.value=t.clearcoatNormalMap,n(t.clearcoatNormalMap,e.clearcoatNormalMapTransform),e.clearcoatNormalScale.value.copy(t.clearcoatNormalScale),t.side===1&&e.clearcoatNormalScale.value.negate())),t.dispersion>0&&(e.dispersion.value=t.dispersion),t.retroreflectivity>0&&(e.retroreflectivity.value=t.retroreflectivity),t.iridescence>0&&(e.iridescence.value=t.iridescence,e.iridescenceIOR.value=t.iridescenceIOR,e.iridescenceThicknessMinimum.value=t.iridescenceThicknessMinimum,e.iridescenceThicknessMaximum.value=t.iridescenceThicknessMaximum,t.iridescenceMap&&(e.iridescenceMap.value=t.iridescenceMap,n(t.iridescenceMap,e.iridescenceMapTransform)),t.iridescenceThicknessMap&&(e.iridescenceThicknessMap.value=t.iridescenceThicknessMap,n(t.iridescenceThicknessMap,e.iridescenceThicknessMapTransform))),t.transmission>0&&(e.transmission.value=t.transmission,e.transmissionSamplerMap.value=r.texture,e.transmissionSamplerSize.value.set(r.width,r.height),t.transmissionMap&&(e.transmissionMap.value=t.transmissionMap,n(t.transmissionMap,e.transmissionMapTransform)),e.thickness.value=t.thickness,t.thicknessMap&&(e.thicknessMap.value=t.thicknessMap,n(t.thicknessMap,e.thicknessMapTransform)),e.attenuationDistance.value=t.attenuationDistance,e.attenuationColor.value.copy(t.attenuationColor)),t.anisotropy>0&&(e.anisotropyVector.value.set(t.anisotropy*Math.cos(t.anisotropyRotation),t.anisotropy*Math.sin(t.anisotropyRotation)),t.anisotropyMap&&(e.anisotropyMap.value=t.anisotropyMap,n(t.anisotropyMap,e.anisotropyMapTransform))),e.specularIntensity.value=t.specularIntensity,e.specularColor.value.copy(t.specularColor),t.specularColorMap&&(e.specularColorMap.value=t.specularColorMap,n(t.specularColorMap,e.specularColorMapTransform)),t.specularIntensityMap&&(e.specularIntensityMap.value=t.specularIntensityMap,n(t.specularIntensityMap,e.specularIntensityMapTransform))}function m(e,t){t.matcap&&(e.matcap.value=t.matcap)}function h(e,n){let r=t.get(n).light;e.referencePosition.value.setFromMatrixPosition(r.matrixWorld),e.nearDistance.value=r.shadow.camera.near,e.farDistance.value=r.shadow.camera.far}return{refreshFogUniforms:r,refreshMaterialUniforms:i}}function RS(e,t,n,r){let i={},a={};function o(e,t){let n=t.program;r.uniformBlockBinding(e,n,i[e.id])}function s(e,n){let o=i[e.id];o===void 0&&(m(e),o=c(e),i[e.id]=o,e.addEventListener(`dispose`,g));let s=n.program;r.updateUBOMapping(e,s);let u=t.render.frame;a[e.id]!==u&&(l(e),a[e.id]=u)}function c(t){let n=e.createBuffer(),r=t.__size,i=t.usage;return e.bindBuffer(e.UNIFORM_BUFFER,n),e.bufferData(e.UNIFORM_BUFFER,r,i),e.bindBuffer(e.UNIFORM_BUFFER,null),n}function l(t){let n=i[t.id],r=t.uniforms,a=t.__cache;e.bindBuffer(e.UNIFORM_BUFFER,n);for(let e=0,t=r.length;e<t;e++){let t=r[e];if(Array.isArray(t))for(let n=0,r=t.length;n<r;n++)u(t[n],e,n,a);else u(t,e,0,a)}e.bindBuffer(e.UNIFORM_BUFFER,null)}function u(t,n,r,i){if(f(t,n,r,i)===!0){let n=t.__offset,r=t.value;if(Array.isArray(r)){let e=0;for(let n=0;n<r.length;n++){let i=r[n],a=h(i,!0);d(i,t.__data,e),e+=a.storage/Float32Array.BYTES_PER_ELEMENT}}else d(r,t.__data,0);e.bufferSubData(e.UNIFORM_BUFFER,n,t.__data)}}function d(e,t,n){typeof e==`number`||typeof e==`boolean`?t[n]=e:e.isMatrix3?(t[n]=e.elements[0],t[n+1]=e.elements[1],t[n+2]=e.elements[2],t[n+3]=0,t[n+4]=e.elements[3],t[n+5]=e.elements[4],t[n+6]=e.elements[5],t[n+7]=0,t[n+8]=e.elements[6],t[n+9]=e.elements[7],t[n+10]=e.elements[8],t[n+11]=0):ArrayBuffer.isView(e)?t.set(e.subarray(0,t.length-n),n):e.toArray(t,n)}function f(e,t,n,r){let i=e.value,a=t+`_`+n;if(Array.isArray(i)){r[a]===void 0&&(r[a]=[]);let e=r[a],t=!1;for(let n=0;n<i.length;n++)p(i[n],e,n)===!0&&(t=!0);return t}return p(i,r,a)}function p(e,t,n){if(t[n]===void 0)return t[n]=typeof e==`number`||typeof e==`boolean`?e:ArrayBuffer.isView(e)?e.slice():e.clone(),!0;{let r=t[n];if(typeof e==`number`||typeof e==`boolean`){if(r!==e)return t[n]=e,!0}else if(ArrayBuffer.isView(e))return!0;else if(r.equals(e)===!1)return r.copy(e),!0}return!1}function m(e){let t=e.uniforms,n=0;for(let e=0,r=t.length;e<r;e++){let r=Array.isArray(t[e])?t[e]:[t[e]];for(let i=0,a=r.length;i<a;i++){let a=r[i],o=Array.isArray(a.value)?a.value:[a.value],s=Array.isArray(t[e])||Array.isArray(a.value),c=n;for(let e=0,t=o.length;e<t;e++){let t=o[e],r=h(t,s),i=n%16,a=i%r.boundary,l=i+a;n+=a,l!==0&&16-l<r.storage&&(n+=16-l),e===0&&(c=n),n+=r.storage}a.__data=new(a.type===`int`?Int32Array:a.type===`uint`?Uint32Array:Float32Array)((n-c)/Float32Array.BYTES_PER_ELEMENT),a.__offset=c}}let r=n%16;return r>0&&(n+=16-r),e.__size=n,e.__cache={},this}function h(e,t){let n={boundary:0,storage:0};return typeof e==`number`||typeof e==`boolean`?(n.boundary=4,n.storage=4):e.isVector2?(n.boundary=8,n.storage=8):e.isVector3||e.isColor?(n.boundary=16,n.storage=12):e.isVector4?(n.boundary=16,n.storage=16):e.isMatrix3?(n.boundary=16,n.storage=48):e.isMatrix4?(n.boundary=16,n.storage=64):e.isTexture?V(`WebGLRenderer: Texture samplers can not be part of an uniforms group.`):ArrayBuffer.isView(e)?(n.boundary=16,n.storage=e.byteLength):V(`WebGLRenderer: Unsupported uniform value type.`,e),t===!0&&(n.boundary=16,n.storage=Math.ceil(n.storage/16)*16),n}function g(t){let n=t.target;n.removeEventListener(`dispose`,g),e.deleteBuffer(i[n.id]),delete i[n.id],delete a[n.id]}function _(){for(let t in i)e.deleteBuffer(i[t]);i={},a={}}return{bind:o,update:s,dispose:_}}var zS=new Uint16Array([12469,15057,12620,14925,13266,14620,13807,14376,14323,13990,14545,13625,14713,13328,14840,12882,14931,12528,14996,12233,15039,11829,15066,11525,15080,11295,15085,10976,15082,10705,15073,10495,13880,14564,13898,14542,13977,14430,14158,14124,14393,13732,14556,13410,14702,12996,14814,12596,14891,12291,14937,11834,14957,11489,14958,11194,14943,10803,14921,10506,14893,10278,14858,9960,14484,14039,14487,14025,14499,13941,14524,13740,14574,13468,14654,13106,14743,12678,14818,12344,14867,11893,14889,11509,14893,11180,14881,10751,14852,10428,14812,10128,14765,9754,14712,9466,14764,13480,14764,13475,14766,13440,14766,13347,14769,13070,14786,12713,14816,12387,14844,11957,14860,11549,14868,11215,14855,10751,14825,10403,14782,10044,14729,9651,14666,9352,14599,9029,14967,12835,14966,12831,14963,12804,14954,12723,14936,12564,14917,12347,14900,11958,14886,11569,14878,11247,14859,10765,14828,10401,14784,10011,14727,9600,14660,9289,14586,8893,14508,8533,15111,12234,15110,12234,15104,12216,15092,12156,15067,12010,15028,11776,14981,11500,14942,11205,14902,10752,14861,10393,14812,9991,14752,9570,14682,9252,14603,8808,14519,8445,14431,8145,15209,11449,15208,11451,15202,11451,15190,11438,15163,11384,15117,11274,15055,10979,14994,10648,14932,10343,14871,9936,14803,9532,14729,9218,14645,8742,14556,8381,14461,8020,14365,7603,15273,10603,15272,10607,15267,10619,15256,10631,15231,10614,15182,10535,15118,10389,15042,10167,14963,9787,14883,9447,14800,9115,14710,8665,14615,8318,14514,7911,14411,7507,14279,7198,15314,9675,15313,9683,15309,9712,15298,9759,15277,9797,15229,9773,15166,9668,15084,9487,14995,9274,14898,8910,14800,8539,14697,8234,14590,7790,14479,7409,14367,7067,14178,6621,15337,8619,15337,8631,15333,8677,15325,8769,15305,8871,15264,8940,15202,8909,15119,8775,15022,8565,14916,8328,14804,8009,14688,7614,14569,7287,14448,6888,14321,6483,14088,6171,15350,7402,15350,7419,15347,7480,15340,7613,15322,7804,15287,7973,15229,8057,15148,8012,15046,7846,14933,7611,14810,7357,14682,7069,14552,6656,14421,6316,14251,5948,14007,5528,15356,5942,15356,5977,15353,6119,15348,6294,15332,6551,15302,6824,15249,7044,15171,7122,15070,7050,14949,6861,14818,6611,14679,6349,14538,6067,14398,5651,14189,5311,13935,4958,15359,4123,15359,4153,15356,4296,15353,4646,15338,5160,15311,5508,15263,5829,15188,6042,15088,6094,14966,6001,14826,5796,14678,5543,14527,5287,14377,4985,14133,4586,13869,4257,15360,1563,15360,1642,15358,2076,15354,2636,15341,3350,15317,4019,15273,4429,15203,4732,15105,4911,14981,4932,14836,4818,14679,4621,14517,4386,14359,4156,14083,3795,13808,3437,15360,122,15360,137,15358,285,15355,636,15344,1274,15322,2177,15281,2765,15215,3223,15120,3451,14995,3569,14846,3567,14681,3466,14511,3305,14344,3121,14037,2800,13753,2467,15360,0,15360,1,15359,21,15355,89,15346,253,15325,479,15287,796,15225,1148,15133,1492,15008,1749,14856,1882,14685,1886,14506,1783,14324,1608,13996,1398,13702,1183]),BS=null;function VS(){return BS===null&&(BS=new E_(zS,16,16,mp,tp),BS.name=`DFG_LUT`,BS.minFilter=Gf,BS.magFilter=Gf,BS.wrapS=Bf,BS.wrapT=Bf,BS.generateMipmaps=!1,BS.needsUpdate=!0),BS}var HS=class{constructor(e={}){let{canvas:t=vm(),context:n=null,depth:r=!0,stencil:i=!1,alpha:a=!1,antialias:o=!1,premultipliedAlpha:s=!0,preserveDrawingBuffer:c=!1,powerPreference:l=`default`,failIfMajorPerformanceCaveat:u=!1,reversedDepthBuffer:d=!1,outputBufferType:f=Jf}=e;this.isWebGLRenderer=!0;let p;if(n!==null){if(typeof WebGLRenderingContext<`u`&&n instanceof WebGLRenderingContext)throw Error(`THREE.WebGLRenderer: WebGL 1 is not supported since r163.`);p=n.getContextAttributes().alpha}else p=a;let m=f,h=new Set([gp,hp,pp]),g=new Set([Jf,$f,Zf,ip,np,rp]),_=new Uint32Array(4),v=new Int32Array(4),y={textures:[],min:[],max:[],resolution:[]},b=null,x=null,S=[],C=[],w=null;this.domElement=t,this.debug={checkShaderErrors:!0,diagnostics:{keywords:!1},onShaderError:null},this.autoClear=!0,this.autoClearColor=!0,this.autoClearDepth=!0,this.autoClearStencil=!0,this.sortObjects=!0,this.clippingPlanes=[],this.localClippingEnabled=!1,this.toneMapping=0,this.toneMappingExposure=1,this.transmissionResolutionScale=1;let T=this,E=!1,D=null,O=null,k=null,A=null;this._outputColorSpace=cm;let j=0,M=0,N=null,ee=-1,te=null,P=new gh,ne=new gh,re=null,ie=new Y(0),ae=0,oe=t.width,se=t.height,ce=1,le=null,ue=null,de=new gh(0,0,oe,se),fe=new gh(0,0,oe,se),pe=!1,me=new A_,he=new M_,ge=!1,_e=!1,ve=new J,ye=new G,be=new gh,xe={background:null,fog:null,environment:null,overrideMaterial:null,isScene:!0},Se=!1;function Ce(){return N===null?ce:1}let F=n;function we(e,n){return t.getContext(e,n)}let Te,Ee,I,De,L,R,Oe,ke,Ae,je,Me,Ne,Pe,Fe,Ie,Le,Re,ze,Be,Ve,He,Ue,We;try{let e={alpha:!0,depth:r,stencil:i,antialias:o,premultipliedAlpha:s,preserveDrawingBuffer:c,powerPreference:l,failIfMajorPerformanceCaveat:u};if(`setAttribute`in t&&t.setAttribute(`data-engine`,`three.js r187`),t.addEventListener(`webglcontextlost`,qe,!1),t.addEventListener(`webglcontextrestored`,Je,!1),t.addEventListener(`webglcontextcreationerror`,Ye,!1),F===null){let t=`webgl2`;if(F=we(t,e),F===null)throw we(t)?Error(`THREE.WebGLRenderer: Error creating WebGL context with your selected attributes.`):Error(`THREE.WebGLRenderer: Error creating WebGL context.`)}Ge()}catch(e){throw t.removeEventListener(`webglcontextlost`,qe,!1),t.removeEventListener(`webglcontextrestored`,Je,!1),t.removeEventListener(`webglcontextcreationerror`,Ye,!1),H(`WebGLRenderer: `+e.message),e}function Ge(){Te=new cb(F),Te.init(),He=new AS(F,Te),Ee=new Hy(F,Te,e,He),I=new OS(F,Te),Ee.reversedDepthBuffer&&d&&I.buffers.depth.setReversed(!0),O=F.createFramebuffer(),k=F.createFramebuffer(),A=F.createFramebuffer(),De=new db(F),L=new cS,R=new kS(F,Te,I,L,Ee,He,De),Oe=new sb(T),ke=new Py(F),Ue=new By(F,ke),Ae=new lb(F,ke,De,Ue),je=new pb(F,Ae,ke,Ue,De),ze=new fb(F,Ee,R),Ie=new Uy(L),Me=new sS(T,Oe,Te,Ee,Ue,Ie),Ne=new LS(T,L),Pe=new fS,Fe=new yS(Te),Re=new zy(T,Oe,I,je,p,s),Le=new DS(T,je,Ee),We=new RS(F,De,Ee,I),Be=new Vy(F,Te,De),Ve=new ub(F,Te,De),De.programs=Me.programs,T.capabilities=Ee,T.extensions=Te,T.properties=L,T.renderLists=Pe,T.shadowMap=Le,T.state=I,T.info=De}m!==1009&&(w=new hb(m,t.width,t.height,o,r,i));let Ke=new PS(T,F);this.xr=Ke,this.getContext=function(){return F},this.getContextAttributes=function(){return F.getContextAttributes()},this.forceContextLoss=function(){let e=Te.get(`WEBGL_lose_context`);e&&e.loseContext()},this.forceContextRestore=function(){let e=Te.get(`WEBGL_lose_context`);e&&e.restoreContext()},this.getPixelRatio=function(){return ce},this.setPixelRatio=function(e){e!==void 0&&(ce=e,this.setSize(oe,se,!1))},this.getSize=function(e){return e.set(oe,se)},this.setSize=function(e,n,r=!0){Ke.isPresenting?V(`WebGLRenderer: Can't change size while VR device is presenting.`):(oe=e,se=n,t.width=Math.floor(e*ce),t.height=Math.floor(n*ce),r===!0&&(t.style.width=e+`px`,t.style.height=n+`px`),w!==null&&w.setSize(t.width,t.height),this.setViewport(0,0,e,n))},this.getDrawingBufferSize=function(e){return e.set(oe*ce,se*ce).floor()},this.setDrawingBufferSize=function(e,n,r){oe=e,se=n,ce=r,t.width=Math.floor(e*r),t.height=Math.floor(n*r),this.setViewport(0,0,e,n)},this.setEffects=function(e){if(m===1009)H(`WebGLRenderer: setEffects() requires outputBufferType set to HalfFloatType or FloatType.`);else{if(e){for(let t=0;t<e.length;t++)if(e[t].isOutputPass===!0){V(`WebGLRenderer: OutputPass is not needed in setEffects(). Tone mapping and color space conversion are applied automatically.`);break}}w.setEffects(e||[])}},this.getCurrentViewport=function(e){return e.copy(P)},this.getViewport=function(e){return e.copy(de)},this.setViewport=function(e,t,n,r){e.isVector4?de.set(e.x,e.y,e.z,e.w):de.set(e,t,n,r),I.viewport(P.copy(de).multiplyScalar(Ce()).round())},this.getScissor=function(e){return e.copy(fe)},this.setScissor=function(e,t,n,r){e.isVector4?fe.set(e.x,e.y,e.z,e.w):fe.set(e,t,n,r),I.scissor(ne.copy(fe).multiplyScalar(Ce()).round())},this.getScissorTest=function(){return pe},this.setScissorTest=function(e){I.setScissorTest(pe=e)},this.setOpaqueSort=function(e){le=e},this.setTransparentSort=function(e){ue=e},this.getClearColor=function(e){return e.copy(Re.getClearColor())},this.setClearColor=function(){Re.setClearColor(...arguments)},this.getClearAlpha=function(){return Re.getClearAlpha()},this.setClearAlpha=function(){Re.setClearAlpha(...arguments)},this.clear=function(e=!0,t=!0,n=!0){let r=0;if(e){let e=!1;if(N!==null){let t=N.texture.format;e=h.has(t)}if(e){let e=N.texture.type,t=g.has(e),n=Re.getClearColor(),r=Re.getClearAlpha(),i=n.r,a=n.g,o=n.b;t?(_[0]=i,_[1]=a,_[2]=o,_[3]=r,F.clearBufferuiv(F.COLOR,0,_)):(v[0]=i,v[1]=a,v[2]=o,v[3]=r,F.clearBufferiv(F.COLOR,0,v))}else r|=F.COLOR_BUFFER_BIT}t&&(r|=F.DEPTH_BUFFER_BIT,this.state.buffers.depth.setMask(!0)),n&&(r|=F.STENCIL_BUFFER_BIT,this.state.buffers.stencil.setMask(4294967295)),r!==0&&F.clear(r)},this.clearColor=function(){this.clear(!0,!1,!1)},this.clearDepth=function(){this.clear(!1,!0,!1)},this.clearStencil=function(){this.clear(!1,!1,!0)},this.setNodesHandler=function(e){e.setRenderer(this),D=e},this.dispose=function(){t.removeEventListener(`webglcontextlost`,qe,!1),t.removeEventListener(`webglcontextrestored`,Je,!1),t.removeEventListener(`webglcontextcreationerror`,Ye,!1),Re.dispose(),Pe.dispose(),Fe.dispose(),R.dispose(),L.dispose(),Oe.dispose(),je.dispose(),Ae.dispose(),Ue.dispose(),We.dispose(),Me.dispose(),Ke.dispose(),Ke.removeEventListener(`sessionstart`,nt),Ke.removeEventListener(`sessionend`,rt),it.stop()};function qe(e){e.preventDefault(),bm(`WebGLRenderer: Context Lost.`),E=!0}function Je(){bm(`WebGLRenderer: Context Restored.`),E=!1;let e=De.autoReset,t=Le.enabled,n=Le.autoUpdate,r=Le.needsUpdate,i=Le.type;Ge(),De.autoReset=e,Le.enabled=t,Le.autoUpdate=n,Le.needsUpdate=r,Le.type=i}function Ye(e){H(`WebGLRenderer: A WebGL context could not be created. Reason: `,e.statusMessage)}function Xe(e){let t=e.target;t.removeEventListener(`dispose`,Xe),Ze(t)}function Ze(e){Qe(e),L.remove(e)}function Qe(e){let t=L.get(e).programs;t!==void 0&&(t.forEach(function(e){Me.releaseProgram(e)}),e.isShaderMaterial&&Me.releaseShaderCache(e))}this.renderBufferDirect=function(e,t,n,r,i,a){t===null&&(t=xe);let o=i.isMesh&&i.matrixWorld.determinantAffine()<0,s=ht(e,t,n,r,i);I.setMaterial(r,o);let c=n.index,l=1;if(r.wireframe===!0){if(c=Ae.getWireframeAttribute(n),c===void 0)return;l=2}let u=n.drawRange,d=n.attributes.position,f=u.start*l,p=(u.start+u.count)*l;a!==null&&(f=Math.max(f,a.start*l),p=Math.min(p,(a.start+a.count)*l)),c===null?d!=null&&(f=Math.max(f,0),p=Math.min(p,d.count)):(f=Math.max(f,0),p=Math.min(p,c.count));let m=p-f;if(m<0||m===1/0)return;Ue.setup(i,r,s,n,c);let h,g=Be;if(c!==null&&(h=ke.get(c),g=Ve,g.setIndex(h)),i.isMesh)r.wireframe===!0?(I.setLineWidth(r.wireframeLinewidth*Ce()),g.setMode(F.LINES)):g.setMode(F.TRIANGLES);else if(i.isLine){let e=r.linewidth;e===void 0&&(e=1),I.setLineWidth(e*Ce()),i.isLineSegments?g.setMode(F.LINES):i.isLineLoop?g.setMode(F.LINE_LOOP):g.setMode(F.LINE_STRIP)}else i.isPoints?g.setMode(F.POINTS):i.isSprite&&g.setMode(F.TRIANGLES);if(i.isBatchedMesh){if(Te.get(`WEBGL_multi_draw`))g.renderMultiDraw(i._multiDrawStarts,i._multiDrawCounts,i._multiDrawCount);else{let e=i._multiDrawStarts,t=i._multiDrawCounts,n=i._multiDrawCount,a=c?ke.get(c).bytesPerElement:1,o=L.get(r).currentProgram.getUniforms();for(let r=0;r<n;r++)o.setValue(F,`_gl_DrawID`,r),g.render(e[r]/a,t[r])}}else if(i.isInstancedMesh)g.renderInstances(f,m,i.count);else if(n.isInstancedBufferGeometry){let e=n._maxInstanceCount===void 0?1/0:n._maxInstanceCount,t=Math.min(n.instanceCount,e);g.renderInstances(f,m,t)}else g.render(f,m)};function $e(e,t,n,r){D!==null&&e.isNodeMaterial&&D.setObject(r,e),ge===!0&&Ie.setState(e,n,!1),e.transparent===!0&&e.side===2&&e.forceSinglePass===!1?(e.side=1,e.needsUpdate=!0,dt(e,t,r),e.side=0,e.needsUpdate=!0,dt(e,t,r),e.side=2):dt(e,t,r)}this.compile=function(e,t,n=null){n===null&&(n=e),D!==null&&D.renderStart(e,t,n),x=Fe.get(n),x.init(t),C.push(x),n.traverseVisible(function(e){e.isLight&&e.layers.test(t.layers)&&(x.pushLight(e),e.castShadow&&x.pushShadow(e))}),e!==n&&e.traverseVisible(function(e){e.isLight&&e.layers.test(t.layers)&&(x.pushLight(e),e.castShadow&&x.pushShadow(e))}),x.setupLights(),D!==null&&D.updateLights(x.state.lightsArray),_e=this.localClippingEnabled,ge=Ie.init(this.clippingPlanes,_e),ge===!0&&Ie.setGlobalState(this.clippingPlanes,t),D!==null&&Le.render(x.state.shadowsArray,n,t);let r=new Set;return e.traverse(function(e){if(!(e.isMesh||e.isPoints||e.isLine||e.isSprite))return;let i=e.material;if(i){if(Array.isArray(i))for(let a=0;a<i.length;a++){let o=i[a];$e(o,n,t,e),r.add(o)}else $e(i,n,t,e),r.add(i)}}),x=C.pop(),D!==null&&D.renderEnd(),r},this.compileAsync=function(e,t,n=null){let r=this.compile(e,t,n);return new Promise(t=>{function n(){r.forEach(function(e){let t=L.get(e).currentProgram;(t===void 0||t.isReady())&&r.delete(e)}),r.size===0?t(e):setTimeout(n,10)}Te.get(`KHR_parallel_shader_compile`)===null?setTimeout(n,10):n()})};let et=null;function tt(e){et&&et(e)}function nt(){it.stop()}function rt(){it.start()}let it=new Ny;it.setAnimationLoop(tt),typeof self<`u`&&it.setContext(self),this.setAnimationLoop=function(e){et=e,Ke.setAnimationLoop(e),e===null?it.stop():it.start()},Ke.addEventListener(`sessionstart`,nt),Ke.addEventListener(`sessionend`,rt),this.render=function(e,t){if(t!==void 0&&t.isCamera!==!0){H(`WebGLRenderer.render: camera is not an instance of THREE.Camera.`);return}if(E===!0)return;D!==null&&D.renderStart(e,t);let n=Ke.enabled===!0&&Ke.isPresenting===!0,r=w!==null&&(N===null||n)&&w.begin(T,N);if(e.matrixWorldAutoUpdate===!0&&e.updateMatrixWorld(),t.parent===null&&t.matrixWorldAutoUpdate===!0&&t.updateMatrixWorld(),Ke.enabled===!0&&Ke.isPresenting===!0&&(w===null||w.isCompositing()===!1)&&(Ke.cameraAutoUpdate===!0&&Ke.updateCamera(t),t=Ke.getCamera()),e.isScene===!0&&e.onBeforeRender(T,e,t,N),x=Fe.get(e,C.length),x.init(t),x.state.textureUnits=R.getTextureUnits(),C.push(x),ve.multiplyMatrices(t.projectionMatrix,t.matrixWorldInverse),t.isArrayCamera?he.setFromArrayCamera(t):me.setFromProjectionMatrix(ve,mm,t.reversedDepth),_e=this.localClippingEnabled,ge=Ie.init(this.clippingPlanes,_e),b=Pe.get(e,S.length),b.init(),S.push(b),this.info.render.frame++,Ke.enabled===!0&&Ke.isPresenting===!0){let e=T.xr.getDepthSensingMesh();e!==null&&at(e,t,-1/0,T.sortObjects)}at(e,t,0,T.sortObjects),b.finish(),D!==null&&D.updateLights(x.state.lightsArray),T.sortObjects===!0&&b.sort(le,ue),Se=Ke.enabled===!1||Ke.isPresenting===!1||Ke.hasDepthSensing()===!1,Se&&Re.addToRenderList(b,e),this.info.autoReset===!0&&this.info.reset(),ge===!0&&Ie.beginShadows();let i=x.state.shadowsArray;if(Le.render(i,e,t),ge===!0&&Ie.endShadows(),(r&&w.hasRenderPass())===!1){let n=b.opaque,r=b.transmissive;if(x.setupLights(),t.isArrayCamera){let i=t.cameras;if(r.length>0)for(let t=0,a=i.length;t<a;t++){let a=i[t];st(n,r,e,a)}Se&&Re.render(e);for(let t=0,n=i.length;t<n;t++){let n=i[t];ot(b,e,n,n.viewport)}}else r.length>0&&st(n,r,e,t),Se&&Re.render(e),ot(b,e,t)}N!==null&&M===0&&(R.updateMultisampleRenderTarget(N),R.updateRenderTargetMipmap(N)),r&&w.end(T),e.isScene===!0&&e.onAfterRender(T,e,t),Ue.resetDefaultState(),ee=-1,te=null,C.pop(),C.length>0?(x=C[C.length-1],R.setTextureUnits(x.state.textureUnits),ge===!0&&Ie.setGlobalState(T.clippingPlanes,x.state.camera)):x=null,S.pop(),b=S.length>0?S[S.length-1]:null,D!==null&&D.renderEnd()};function at(e,t,n,r){if(e.visible===!1)return;if(e.layers.test(t.layers)){if(e.isGroup)n=e.renderOrder;else if(e.isLOD)e.autoUpdate===!0&&e.update(t);else if(e.isLight)x.pushLight(e),e.castShadow&&x.pushShadow(e);else if(e.isSprite){let i=t.isArrayCamera?he:me;if(!e.frustumCulled||e.intersectsFrustum(i)){r&&be.setFromMatrixPosition(e.matrixWorld).applyMatrix4(ve);let i=je.update(e),a=e.material;a.visible&&b.push(e,i,a,n,be.z,null,t)}}else if(e.isMesh||e.isLine||e.isPoints){let i=t.isArrayCamera?he:me;if(!e.frustumCulled||e.intersectsFrustum(i)){let i=je.update(e),a=e.material;if(r&&(e.boundingSphere===void 0?(i.boundingSphere===null&&i.computeBoundingSphere(),be.copy(i.boundingSphere.center)):(e.boundingSphere===null&&e.computeBoundingSphere(),be.copy(e.boundingSphere.center)),be.applyMatrix4(e.matrixWorld).applyMatrix4(ve)),Array.isArray(a)){let r=i.groups;for(let o=0,s=r.length;o<s;o++){let s=r[o],c=a[s.materialIndex];c&&c.visible&&b.push(e,i,c,n,be.z,s,t)}}else a.visible&&b.push(e,i,a,n,be.z,null,t)}}}let i=e.children;for(let e=0,a=i.length;e<a;e++)at(i[e],t,n,r)}function ot(e,t,n,r){let{opaque:i,transmissive:a,transparent:o}=e;x.setupLightsView(n),ge===!0&&Ie.setGlobalState(T.clippingPlanes,n),r&&I.viewport(P.copy(r)),i.length>0&&ct(i,t,n),a.length>0&&ct(a,t,n),o.length>0&&ct(o,t,n),I.buffers.depth.setTest(!0),I.buffers.depth.setMask(!0),I.buffers.color.setMask(!0),I.setPolygonOffset(!1)}function st(e,t,n,r){if((n.isScene===!0?n.overrideMaterial:null)!==null)return;if(x.state.transmissionRenderTarget[r.id]===void 0){let e=Te.has(`EXT_color_buffer_half_float`)||Te.has(`EXT_color_buffer_float`);x.state.transmissionRenderTarget[r.id]=new vh(1,1,{generateMipmaps:!0,type:e?tp:Jf,minFilter:qf,samples:Math.max(4,Ee.samples),stencilBuffer:i,resolveDepthBuffer:!1,resolveStencilBuffer:!1,storeMultisampledDepthBuffer:!1,storeMultisampledStencilBuffer:!1,colorSpace:q.workingColorSpace})}let a=x.state.transmissionRenderTarget[r.id],o=r.viewport||P;a.setSize(o.z*T.transmissionResolutionScale,o.w*T.transmissionResolutionScale);let s=T.getRenderTarget(),c=T.getActiveCubeFace(),l=T.getActiveMipmapLevel();T.setRenderTarget(a),T.getClearColor(ie),ae=T.getClearAlpha(),ae<1&&T.setClearColor(16777215,.5),T.clear(),Se&&Re.render(n);let u=T.toneMapping;T.toneMapping=0;let d=r.viewport;if(r.viewport!==void 0&&(r.viewport=void 0),x.setupLightsView(r),ge===!0&&Ie.setGlobalState(T.clippingPlanes,r),ct(e,n,r),R.updateMultisampleRenderTarget(a),R.updateRenderTargetMipmap(a),Te.has(`WEBGL_multisampled_render_to_texture`)===!1){let e=!1;for(let i=0,a=t.length;i<a;i++){let{object:a,geometry:o,material:s,group:c}=t[i];if(s.side===2&&a.layers.test(r.layers)){let t=s.side;s.side=1,s.needsUpdate=!0,lt(a,n,r,o,s,c),s.side=t,s.needsUpdate=!0,e=!0}}e===!0&&(R.updateMultisampleRenderTarget(a),R.updateRenderTargetMipmap(a))}T.setRenderTarget(s,c,l),T.setClearColor(ie,ae),d!==void 0&&(r.viewport=d),T.toneMapping=u}function ct(e,t,n){let r=t.isScene===!0?t.overrideMaterial:null;for(let i=0,a=e.length;i<a;i++){let a=e[i],{object:o,geometry:s,group:c}=a,l=a.material;l.allowOverride===!0&&r!==null&&(l=r),o.layers.test(n.layers)&&lt(o,t,n,s,l,c)}}function lt(e,t,n,r,i,a){D!==null&&i.isNodeMaterial&&D.setObject(e,i),e.onBeforeRender(T,t,n,r,i,a),e.modelViewMatrix.multiplyMatrices(n.matrixWorldInverse,e.matrixWorld),e.normalMatrix.getNormalMatrix(e.modelViewMatrix),i.onBeforeRender(T,t,n,r,e,a),i.transparent===!0&&i.side===2&&i.forceSinglePass===!1?(i.side=1,i.needsUpdate=!0,T.renderBufferDirect(n,t,r,i,e,a),i.side=0,i.needsUpdate=!0,T.renderBufferDirect(n,t,r,i,e,a),i.side=2):T.renderBufferDirect(n,t,r,i,e,a),e.onAfterRender(T,t,n,r,i,a)}function ut(e){let t=0;for(let n of e)n.texture!==null&&t++;return t}function dt(e,t,n){t.isScene!==!0&&(t=xe);let r=L.get(e),i=x.state.lights,a=x.state.shadowsArray,o=i.state.version,s=Me.getParameters(e,i.state,a,t,n,x.state.lightProbeGridArray),c=Me.getProgramCacheKey(s),l=r.programs;r.environment=e.isMeshStandardMaterial||e.isMeshLambertMaterial||e.isMeshPhongMaterial?t.environment:null,r.fog=t.fog;let u=e.isMeshStandardMaterial||e.isMeshLambertMaterial&&!e.envMap||e.isMeshPhongMaterial&&!e.envMap;r.envMap=Oe.get(e.envMap||r.environment,u),r.envMapRotation=r.environment!==null&&e.envMap===null?t.environmentRotation:e.envMapRotation,l===void 0&&(e.addEventListener(`dispose`,Xe),l=new Map,r.programs=l,r.programVariants=new Map);let d=l.get(c);if(d!==void 0){if(r.currentProgram===d&&r.lightsStateVersion===o)return mt(e,s),d}else s.uniforms=Me.getUniforms(e),D!==null&&e.isNodeMaterial&&D.build(e,n,s),e.onBeforeCompile(s,T),d=Me.acquireProgram(s,c),l.set(c,d),r.uniforms=s.uniforms;let f=r.uniforms;return(!e.isShaderMaterial&&!e.isRawShaderMaterial||e.clipping===!0)&&(f.clippingPlanes=Ie.uniform),mt(e,s),r.needsLights=_t(e),r.lightsStateVersion=o,r.needsLights&&(f.ambientLightColor.value=i.state.ambient,f.lightProbe.value=i.state.probe,f.sunLights.value=i.state.sun,f.sunLightShadows.value=i.state.sunShadow,f.directionalLights.value=i.state.directional,f.directionalLightShadows.value=i.state.directionalShadow,f.spotLights.value=i.state.spot,f.spotLightShadows.value=i.state.spotShadow,f.rectAreaLights.value=i.state.rectArea,f.ltc_1.value=i.state.rectAreaLTC1,f.ltc_2.value=i.state.rectAreaLTC2,f.pointLights.value=i.state.point,f.pointLightShadows.value=i.state.pointShadow,f.hemisphereLights.value=i.state.hemi,f.sunShadowMatrix.value=i.state.sunShadowMatrix,f.sunShadowCascade.value=i.state.sunShadowCascade,f.directionalShadowMatrix.value=i.state.directionalShadowMatrix,f.spotLightMatrix.value=i.state.spotLightMatrix,f.spotLightMap.value=i.state.spotLightMap,f.pointShadowMatrix.value=i.state.pointShadowMatrix),r.numLightProbeGrids=ut(x.state.lightProbeGridArray),r.currentProgram=d,r.uniformsList=null,d}function ft(e,t,n,r,i){let a=L.get(e),o=a.currentProgram.id+`,`+r+`,`+i,s=a.programVariants.get(o);return s===void 0?(s=dt(e,t,n),a.programVariants.set(o,s)):(a.currentProgram=s,a.uniformsList=null,a.outputColorSpace=r,a.toneMapping=i),s}function pt(e){if(e.uniformsList===null){let t=e.currentProgram.getUniforms();e.uniformsList=wx.seqWithValue(t.seq,e.uniforms)}return e.uniformsList}function mt(e,t){let n=L.get(e);n.outputColorSpace=t.outputColorSpace,n.batching=t.batching,n.batchingColor=t.batchingColor,n.instancing=t.instancing,n.instancingColor=t.instancingColor,n.instancingMorph=t.instancingMorph,n.skinning=t.skinning,n.morphTargets=t.morphTargets,n.morphNormals=t.morphNormals,n.morphColors=t.morphColors,n.morphTargetsCount=t.morphTargetsCount,n.numClippingPlanes=t.numClippingPlanes,n.numIntersection=t.numClipIntersection,n.vertexAlphas=t.vertexAlphas,n.vertexTangents=t.vertexTangents,n.toneMapping=t.toneMapping}function ht(e,t,n,r,i){t.isScene!==!0&&(t=xe),R.resetTextureUnits();let a=t.fog,o=r.isMeshStandardMaterial||r.isMeshLambertMaterial||r.isMeshPhongMaterial?t.environment:null,s=N===null?T.outputColorSpace:N.isXRRenderTarget===!0?N.texture.colorSpace:q.workingColorSpace,c=r.isMeshStandardMaterial||r.isMeshLambertMaterial&&!r.envMap||r.isMeshPhongMaterial&&!r.envMap,l=Oe.get(r.envMap||o,c),u=r.vertexColors===!0&&!!n.attributes.color&&n.attributes.color.itemSize===4,d=!!n.attributes.tangent&&(!!r.normalMap||r.anisotropy>0),f=!!n.morphAttributes.position,p=!!n.morphAttributes.normal,m=!!n.morphAttributes.color,h=0;r.toneMapped&&(N===null||N.isXRRenderTarget===!0)&&(h=T.toneMapping);let g=n.morphAttributes.position||n.morphAttributes.normal||n.morphAttributes.color,_=g===void 0?0:g.length,v=L.get(r),b=x.state.lights;if(ge===!0&&(_e===!0||e!==te)){let t=e===te&&r.id===ee;Ie.setState(r,e,t)}let S=!1,C=!1;r.version===v.__version?v.needsLights&&v.lightsStateVersion!==b.state.version||i.isBatchedMesh&&v.batching===!1||!i.isBatchedMesh&&v.batching===!0||i.isBatchedMesh&&v.batchingColor===!0&&i._colorsTexture===null||i.isBatchedMesh&&v.batchingColor===!1&&i._colorsTexture!==null||i.isInstancedMesh&&v.instancing===!1||!i.isInstancedMesh&&v.instancing===!0||i.isSkinnedMesh&&v.skinning===!1||!i.isSkinnedMesh&&v.skinning===!0||i.isInstancedMesh&&v.instancingColor===!0&&i.instanceColor===null||i.isInstancedMesh&&v.instancingColor===!1&&i.instanceColor!==null||i.isInstancedMesh&&v.instancingMorph===!0&&i.morphTexture===null||i.isInstancedMesh&&v.instancingMorph===!1&&i.morphTexture!==null?S=!0:v.envMap===l?r.fog===!0&&v.fog!==a||v.numClippingPlanes!==void 0&&(v.numClippingPlanes!==Ie.numPlanes||v.numIntersection!==Ie.numIntersection)?S=!0:v.vertexAlphas===u&&v.vertexTangents===d&&v.morphTargets===f&&v.morphNormals===p&&v.morphColors===m&&v.morphTargetsCount===_&&v.numLightProbeGrids===ut(x.state.lightProbeGridArray)?(v.outputColorSpace!==s||v.toneMapping!==h)&&(C=!0):S=!0:S=!0:(S=!0,v.__version=r.version);let w=v.currentProgram;(S===!0||C===!0)&&(w=C===!0?ft(r,t,i,s,h):dt(r,t,i),D&&r.isNodeMaterial&&D.onUpdateProgram(r,w,v));let E=!1,O=!1,k=!1,A=w.getUniforms(),j=v.uniforms;if(I.useProgram(w.program)&&(E=!0,O=!0,k=!0),r.id!==ee&&(ee=r.id,O=!0),E||te!==e){I.buffers.depth.getReversed()&&e.reversedDepth!==!0&&(e._reversedDepth=!0,e.updateProjectionMatrix()),A.setValue(F,`projectionMatrix`,e.projectionMatrix),A.setValue(F,`viewMatrix`,e.matrixWorldInverse);let t=A.map.cameraPosition;t!==void 0&&t.setValue(F,ye.setFromMatrixPosition(e.matrixWorld)),Ee.logarithmicDepthBuffer&&A.setValue(F,`logDepthBufFC`,2/(Math.log(e.far+1)/Math.LN2)),(r.isMeshPhongMaterial||r.isMeshToonMaterial||r.isMeshLambertMaterial||r.isMeshBasicMaterial||r.isMeshStandardMaterial||r.isShaderMaterial)&&A.setValue(F,`isOrthographic`,e.isOrthographicCamera===!0),te!==e&&(te=e,O=!0,k=!0)}if(v.needsLights&&(b.state.sunShadowMap.length>0&&A.setValue(F,`sunShadowMap`,b.state.sunShadowMap,R),b.state.directionalShadowMap.length>0&&A.setValue(F,`directionalShadowMap`,b.state.directionalShadowMap,R),b.state.spotShadowMap.length>0&&A.setValue(F,`spotShadowMap`,b.state.spotShadowMap,R),b.state.pointShadowMap.length>0&&A.setValue(F,`pointShadowMap`,b.state.pointShadowMap,R)),i.isSkinnedMesh){A.setOptional(F,i,`bindMatrix`),A.setOptional(F,i,`bindMatrixInverse`);let e=i.skeleton;e&&(e.boneTexture===null&&e.computeBoneTexture(),A.setValue(F,`boneTexture`,e.boneTexture,R))}i.isBatchedMesh&&(A.setOptional(F,i,`batchingTexture`),A.setValue(F,`batchingTexture`,i._matricesTexture,R),A.setOptional(F,i,`batchingIdTexture`),A.setValue(F,`batchingIdTexture`,i._indirectTexture,R),A.setOptional(F,i,`batchingColorTexture`),i._colorsTexture!==null&&A.setValue(F,`batchingColorTexture`,i._colorsTexture,R));let M=n.morphAttributes;if((M.position!==void 0||M.normal!==void 0||M.color!==void 0)&&ze.update(i,n,w),(O||v.receiveShadow!==i.receiveShadow)&&(v.receiveShadow=i.receiveShadow,A.setValue(F,`receiveShadow`,i.receiveShadow)),(r.isMeshStandardMaterial||r.isMeshLambertMaterial||r.isMeshPhongMaterial)&&r.envMap===null&&t.environment!==null&&(j.envMapIntensity.value=t.environmentIntensity),j.dfgLUT!==void 0&&(j.dfgLUT.value=VS()),O){if(A.setValue(F,`toneMappingExposure`,T.toneMappingExposure),v.needsLights&&gt(j,k),a&&r.fog===!0&&Ne.refreshFogUniforms(j,a),Ne.refreshMaterialUniforms(j,r,ce,se,x.state.transmissionRenderTarget[e.id]),v.needsLights&&v.numLightProbeGrids>0){let e=y,t=0;for(let n of x.state.lightProbeGridArray)n.texture!==null&&(e.textures[t]=n.texture,e.min[t]=n.boundingBox.min,e.max[t]=n.boundingBox.max,e.resolution[t]=n.resolution,t++);for(let n in e)e[n].length=t;j.probesSH.value=e.textures,j.probesMin.value=e.min,j.probesMax.value=e.max,j.probesResolution.value=e.resolution}wx.upload(F,pt(v),j,R)}if(r.isShaderMaterial&&r.uniformsNeedUpdate===!0&&(wx.upload(F,pt(v),j,R),r.uniformsNeedUpdate=!1),r.isSpriteMaterial&&A.setValue(F,`center`,i.center),A.setValue(F,`modelViewMatrix`,i.modelViewMatrix),A.setValue(F,`normalMatrix`,i.normalMatrix),A.setValue(F,`modelMatrix`,i.matrixWorld),r.uniformsGroups!==void 0){let e=r.uniformsGroups;for(let t=0,n=e.length;t<n;t++){let n=e[t];We.update(n,w),We.bind(n,w)}}return w}function gt(e,t){e.ambientLightColor.needsUpdate=t,e.lightProbe.needsUpdate=t,e.sunLights.needsUpdate=t,e.sunLightShadows.needsUpdate=t,e.directionalLights.needsUpdate=t,e.directionalLightShadows.needsUpdate=t,e.pointLights.needsUpdate=t,e.pointLightShadows.needsUpdate=t,e.spotLights.needsUpdate=t,e.spotLightShadows.needsUpdate=t,e.rectAreaLights.needsUpdate=t,e.hemisphereLights.needsUpdate=t}function _t(e){return e.isMeshLambertMaterial||e.isMeshToonMaterial||e.isMeshPhongMaterial||e.isMeshStandardMaterial||e.isShadowMaterial||e.isShaderMaterial&&e.lights===!0}this.getActiveCubeFace=function(){return j},this.getActiveMipmapLevel=function(){return M},this.getRenderTarget=function(){return N},this.setRenderTargetTextures=function(e,t,n){let r=L.get(e);r.__autoAllocateDepthBuffer=e.resolveDepthBuffer===!1,r.__autoAllocateDepthBuffer===!1&&(r.__useRenderToTexture=!1),L.get(e.texture).__webglTexture=t,L.get(e.depthTexture).__webglTexture=r.__autoAllocateDepthBuffer?void 0:n,r.__hasExternalTextures=!0},this.setRenderTargetFramebuffer=function(e,t){let n=L.get(e);n.__webglFramebuffer=t,n.__useDefaultFramebuffer=t===void 0},this.setRenderTarget=function(e,t=0,n=0){N=e,j=t,M=n;let r=null,i=!1,a=!1;if(e){let o=L.get(e);if(o.__useDefaultFramebuffer!==void 0){I.bindFramebuffer(F.FRAMEBUFFER,o.__webglFramebuffer),P.copy(e.viewport),ne.copy(e.scissor),re=e.scissorTest,I.viewport(P),I.scissor(ne),I.setScissorTest(re),ee=-1;return}if(o.__webglFramebuffer===void 0)R.setupRenderTarget(e);else if(o.__hasExternalTextures)R.rebindTextures(e,L.get(e.texture).__webglTexture,L.get(e.depthTexture).__webglTexture);else if(e.depthBuffer){let t=e.depthTexture;if(o.__boundDepthTexture!==t){if(t!==null&&L.has(t)&&(e.width!==t.image.width||e.height!==t.image.height))throw Error(`THREE.WebGLRenderer: Attached DepthTexture is initialized to the incorrect size.`);R.setupDepthRenderbuffer(e)}}let s=e.texture;(s.isData3DTexture||s.isDataArrayTexture||s.isCompressedArrayTexture)&&(a=!0);let c=L.get(e).__webglFramebuffer;e.isWebGLCubeRenderTarget?(r=Array.isArray(c[t])?c[t][n]:c[t],i=!0):r=e.samples>0&&R.useMultisampledRTT(e)===!1?L.get(e).__webglMultisampledFramebuffer:Array.isArray(c)?c[n]:c,P.copy(e.viewport),ne.copy(e.scissor),re=e.scissorTest}else P.copy(de).multiplyScalar(ce).floor(),ne.copy(fe).multiplyScalar(ce).floor(),re=pe;if(n!==0&&(r=O),I.bindFramebuffer(F.FRAMEBUFFER,r)&&I.drawBuffers(e,r),I.viewport(P),I.scissor(ne),I.setScissorTest(re),i){let r=L.get(e.texture);F.framebufferTexture2D(F.FRAMEBUFFER,F.COLOR_ATTACHMENT0,F.TEXTURE_CUBE_MAP_POSITIVE_X+t,r.__webglTexture,n)}else if(a){let r=t;for(let t=0;t<e.textures.length;t++){let i=L.get(e.textures[t]);F.framebufferTextureLayer(F.FRAMEBUFFER,F.COLOR_ATTACHMENT0+t,i.__webglTexture,n,r)}}else if(e!==null&&n!==0){let t=L.get(e.texture);F.framebufferTexture2D(F.FRAMEBUFFER,F.COLOR_ATTACHMENT0,F.TEXTURE_2D,t.__webglTexture,n)}ee=-1};function vt(e){let t=L.get(e);return(t.__readFormat!==e.format||t.__readType!==e.type)&&(t.__readFormat=e.format,t.__readType=e.type,t.__formatReadable=Ee.textureFormatReadable(e.format),t.__typeReadable=Ee.textureTypeReadable(e.type)),t}this.readRenderTargetPixels=function(e,t,n,r,i,a,o,s=0){if(!(e&&e.isWebGLRenderTarget)){H(`WebGLRenderer.readRenderTargetPixels: renderTarget is not THREE.WebGLRenderTarget.`);return}let c=L.get(e).__webglFramebuffer;if(e.isWebGLCubeRenderTarget&&o!==void 0&&(c=c[o],Array.isArray(c)&&(c=c[0])),c){I.bindFramebuffer(F.FRAMEBUFFER,c);try{let o=e.textures[s],c=o.format,l=o.type;e.textures.length>1&&F.readBuffer(F.COLOR_ATTACHMENT0+s);let u=vt(o);if(u.__formatReadable===!1){H(`WebGLRenderer.readRenderTargetPixels: renderTarget is not in RGBA or implementation defined format.`);return}if(u.__typeReadable===!1){H(`WebGLRenderer.readRenderTargetPixels: renderTarget is not in UnsignedByteType or implementation defined type.`);return}t>=0&&t<=e.width-r&&n>=0&&n<=e.height-i&&F.readPixels(t,n,r,i,He.convert(c),He.convert(l),a)}finally{let e=N===null?null:L.get(N).__webglFramebuffer;I.bindFramebuffer(F.FRAMEBUFFER,e)}}},this.readRenderTargetPixelsAsync=async function(e,t,n,r,i,a,o,s=0){if(!(e&&e.isWebGLRenderTarget))throw Error(`THREE.WebGLRenderer.readRenderTargetPixels: renderTarget is not THREE.WebGLRenderTarget.`);let c=L.get(e).__webglFramebuffer;if(e.isWebGLCubeRenderTarget&&o!==void 0&&(c=c[o],Array.isArray(c)&&(c=c[0])),c){if(t>=0&&t<=e.width-r&&n>=0&&n<=e.height-i){I.bindFramebuffer(F.FRAMEBUFFER,c);let o=e.textures[s],l=o.format,u=o.type;e.textures.length>1&&F.readBuffer(F.COLOR_ATTACHMENT0+s);let d=vt(o);if(d.__formatReadable===!1)throw Error(`THREE.WebGLRenderer.readRenderTargetPixelsAsync: renderTarget is not in RGBA or implementation defined format.`);if(d.__typeReadable===!1)throw Error(`THREE.WebGLRenderer.readRenderTargetPixelsAsync: renderTarget is not in UnsignedByteType or implementation defined type.`);let f=F.createBuffer();F.bindBuffer(F.PIXEL_PACK_BUFFER,f),F.bufferData(F.PIXEL_PACK_BUFFER,a.byteLength,F.STREAM_READ),F.readPixels(t,n,r,i,He.convert(l),He.convert(u),0),F.bindBuffer(F.PIXEL_PACK_BUFFER,null);let p=N===null?null:L.get(N).__webglFramebuffer;I.bindFramebuffer(F.FRAMEBUFFER,p);let m=F.fenceSync(F.SYNC_GPU_COMMANDS_COMPLETE,0);return F.flush(),await Cm(F,m,4),F.bindBuffer(F.PIXEL_PACK_BUFFER,f),F.getBufferSubData(F.PIXEL_PACK_BUFFER,0,a),F.bindBuffer(F.PIXEL_PACK_BUFFER,null),F.deleteBuffer(f),F.deleteSync(m),a}throw Error(`THREE.WebGLRenderer.readRenderTargetPixelsAsync: requested read bounds are out of range.`)}},this.copyFramebufferToTexture=function(e,t=null,n=0){let r=2**-n,i=Math.floor(e.image.width*r),a=Math.floor(e.image.height*r),o=t===null?0:t.x,s=t===null?0:t.y;R.setTexture2D(e,0),F.copyTexSubImage2D(F.TEXTURE_2D,n,0,0,o,s,i,a),I.unbindTexture()},this.copyTextureToTexture=function(e,t,n=null,r=null,i=0,a=0){let o,s,c,l,u,d,f,p,m,h=e.isCompressedTexture?e.mipmaps[a]:e.image;if(n!==null)o=n.max.x-n.min.x,s=n.max.y-n.min.y,c=n.isBox3?n.max.z-n.min.z:1,l=n.min.x,u=n.min.y,d=n.isBox3?n.min.z:0;else{let t=2**-i;o=Math.floor(h.width*t),s=Math.floor(h.height*t),c=e.isDataArrayTexture?h.depth:e.isData3DTexture?Math.floor(h.depth*t):1,l=0,u=0,d=0}r===null?(f=0,p=0,m=0):(f=r.x,p=r.y,m=r.z);let g=He.convert(t.format),_=He.convert(t.type),v;t.isData3DTexture?(R.setTexture3D(t,0),v=F.TEXTURE_3D):t.isDataArrayTexture||t.isCompressedArrayTexture?(R.setTexture2DArray(t,0),v=F.TEXTURE_2D_ARRAY):(R.setTexture2D(t,0),v=F.TEXTURE_2D),I.activeTexture(F.TEXTURE0),I.pixelStorei(F.UNPACK_FLIP_Y_WEBGL,t.flipY),I.pixelStorei(F.UNPACK_PREMULTIPLY_ALPHA_WEBGL,t.premultiplyAlpha),I.pixelStorei(F.UNPACK_ALIGNMENT,t.unpackAlignment);let y=I.getParameter(F.UNPACK_ROW_LENGTH),b=I.getParameter(F.UNPACK_IMAGE_HEIGHT),x=I.getParameter(F.UNPACK_SKIP_PIXELS),S=I.getParameter(F.UNPACK_SKIP_ROWS),C=I.getParameter(F.UNPACK_SKIP_IMAGES);I.pixelStorei(F.UNPACK_ROW_LENGTH,h.width),I.pixelStorei(F.UNPACK_IMAGE_HEIGHT,h.height),I.pixelStorei(F.UNPACK_SKIP_PIXELS,l),I.pixelStorei(F.UNPACK_SKIP_ROWS,u),I.pixelStorei(F.UNPACK_SKIP_IMAGES,d);let w=e.isDataArrayTexture||e.isData3DTexture,T=t.isDataArrayTexture||t.isData3DTexture;if(e.isDepthTexture){let n=L.get(e),r=L.get(t),h=L.get(n.__renderTarget),g=L.get(r.__renderTarget);I.bindFramebuffer(F.READ_FRAMEBUFFER,h.__webglFramebuffer),I.bindFramebuffer(F.DRAW_FRAMEBUFFER,g.__webglFramebuffer);for(let n=0;n<c;n++)w&&(F.framebufferTextureLayer(F.READ_FRAMEBUFFER,F.COLOR_ATTACHMENT0,L.get(e).__webglTexture,i,d+n),F.framebufferTextureLayer(F.DRAW_FRAMEBUFFER,F.COLOR_ATTACHMENT0,L.get(t).__webglTexture,a,m+n)),F.blitFramebuffer(l,u,l+o,u+s,f,p,f+o,p+s,F.DEPTH_BUFFER_BIT,F.NEAREST);I.bindFramebuffer(F.READ_FRAMEBUFFER,null),I.bindFramebuffer(F.DRAW_FRAMEBUFFER,null)}else if(i!==0||e.isRenderTargetTexture||L.has(e)){let n=L.get(e),r=L.get(t);I.bindFramebuffer(F.READ_FRAMEBUFFER,k),I.bindFramebuffer(F.DRAW_FRAMEBUFFER,A);for(let e=0;e<c;e++)w?F.framebufferTextureLayer(F.READ_FRAMEBUFFER,F.COLOR_ATTACHMENT0,n.__webglTexture,i,d+e):F.framebufferTexture2D(F.READ_FRAMEBUFFER,F.COLOR_ATTACHMENT0,F.TEXTURE_2D,n.__webglTexture,i),T?F.framebufferTextureLayer(F.DRAW_FRAMEBUFFER,F.COLOR_ATTACHMENT0,r.__webglTexture,a,m+e):F.framebufferTexture2D(F.DRAW_FRAMEBUFFER,F.COLOR_ATTACHMENT0,F.TEXTURE_2D,r.__webglTexture,a),i===0?T?F.copyTexSubImage3D(v,a,f,p,m+e,l,u,o,s):F.copyTexSubImage2D(v,a,f,p,l,u,o,s):F.blitFramebuffer(l,u,l+o,u+s,f,p,f+o,p+s,F.COLOR_BUFFER_BIT,F.NEAREST);I.bindFramebuffer(F.READ_FRAMEBUFFER,null),I.bindFramebuffer(F.DRAW_FRAMEBUFFER,null)}else T?e.isDataTexture||e.isData3DTexture?F.texSubImage3D(v,a,f,p,m,o,s,c,g,_,h.data):t.isCompressedArrayTexture?F.compressedTexSubImage3D(v,a,f,p,m,o,s,c,g,h.data):F.texSubImage3D(v,a,f,p,m,o,s,c,g,_,h):e.isDataTexture?F.texSubImage2D(F.TEXTURE_2D,a,f,p,o,s,g,_,h.data):e.isCompressedTexture?F.compressedTexSubImage2D(F.TEXTURE_2D,a,f,p,h.width,h.height,g,h.data):F.texSubImage2D(F.TEXTURE_2D,a,f,p,o,s,g,_,h);I.pixelStorei(F.UNPACK_ROW_LENGTH,y),I.pixelStorei(F.UNPACK_IMAGE_HEIGHT,b),I.pixelStorei(F.UNPACK_SKIP_PIXELS,x),I.pixelStorei(F.UNPACK_SKIP_ROWS,S),I.pixelStorei(F.UNPACK_SKIP_IMAGES,C),a===0&&t.generateMipmaps===!0&&t.mipmapsAutoUpdate===!0&&F.generateMipmap(v),I.unbindTexture()},this.initRenderTarget=function(e){L.get(e).__webglFramebuffer===void 0&&R.setupRenderTarget(e)},this.initTexture=function(e){e.isCubeTexture?R.setTextureCube(e,0):e.isData3DTexture?R.setTexture3D(e,0):e.isDataArrayTexture||e.isCompressedArrayTexture?R.setTexture2DArray(e,0):R.setTexture2D(e,0),I.unbindTexture()},this.resetState=function(){j=0,M=0,N=null,I.reset(),Ue.reset()},typeof __THREE_DEVTOOLS__<`u`&&__THREE_DEVTOOLS__.dispatchEvent(new CustomEvent(`observe`,{detail:this}))}get coordinateSystem(){return mm}get outputColorSpace(){return this._outputColorSpace}set outputColorSpace(e){this._outputColorSpace=e;let t=this.getContext();t.drawingBufferColorSpace=q._getDrawingBufferColorSpace(e),t.unpackColorSpace=q._getUnpackColorSpace()}},US=45,WS=12,GS=150,KS=1.08,qS=1.12,JS=Math.PI/2-.001,YS={at:[0,0,0],azimuth:.7,elevation:.25,distance:5},XS=class{gaze=YS;perspective=!0;up=`y`;lensed=new ty($S(US),1);slope=WS/US;parallel=new ny;move=null;radius=1;width=1;height=1;get three(){return this.perspective?this.lensed:this.parallel}get moving(){return this.move!==null}resize(e,t){this.width=e,this.height=t,this.place()}frame(e,t,n={},r=!0){let i=Math.atan(this.slope),a=Math.min(1,this.width/this.height),o={...this.gaze,...n,at:e,distance:KS*t/(Math.sin(i)*a)};this.radius=Math.max(this.radius,t),r?this.go(o):this.jump(o)}enclose(e,t){this.jump(nC(e,t,this.up,this.width/this.height,this.slope))}show(e,t){let n=nC(e,t,this.up,this.width/this.height,this.slope);qS*n.distance>this.gaze.distance&&this.jump({...n,distance:qS*n.distance})}keep(e){this.radius=e}setUp(e){this.up=e,this.jump(this.gaze)}turnTo(e,t){this.go({...this.gaze,azimuth:e,elevation:ZS(t)})}lookFrom(e,t){let{azimuth:n,elevation:r}=tC(e,t,this.up);this.turnTo(n,r)}axes(){let{elements:e}=this.three.matrixWorldInverse;return[0,4,8].map(t=>[e[t],e[t+1],e[t+2]])}orbit(e,t,n=this.gaze.at){let{azimuth:r,elevation:i,at:a}=this.gaze,o={...this.gaze,azimuth:r-e*.008,elevation:ZS(i+t*.008)};this.jump({...o,at:eC(a,n,this.gaze,o,this.up)})}setLens(e){let t=this.slope;this.slope=WS/e,this.lensed.fov=$S(e),this.slope!==t&&this.jump({...this.gaze,distance:this.gaze.distance*t/this.slope})}pan(e,t){let n=2*this.gaze.distance*this.slope/this.height,r=this.three,i=new G().setFromMatrixColumn(r.matrixWorld,0).multiplyScalar(-e*n),a=new G().setFromMatrixColumn(r.matrixWorld,1).multiplyScalar(t*n),[o,s,c]=this.gaze.at;this.jump({...this.gaze,at:[o+i.x+a.x,s+i.y+a.y,c+i.z+a.z]})}zoom(e){let t=Math.max(this.radius*.01,Math.min(this.radius*50,this.gaze.distance*e));this.jump({...this.gaze,distance:t})}comeTo(e){this.go(e)}restore({at:e,azimuth:t,elevation:n,distance:r}){this.jump({at:e,azimuth:t,elevation:n,distance:r})}setPerspective(e){this.perspective=e,this.place()}tick(e){if(!this.move)return!1;let t=Math.min(1,(e-this.move.begin)/GS),n=1-(1-t)**3;return this.gaze=rC(this.move.from,this.move.to,n),t===1&&(this.move=null),this.place(),!0}lens(){let e=this.three,t=new J().multiplyMatrices(e.projectionMatrix,e.matrixWorldInverse);return{matrix:t.toArray(),inverse:t.clone().invert().toArray(),width:this.width,height:this.height}}go(e){let t=Math.round((this.gaze.azimuth-e.azimuth)/(2*Math.PI)),n={...e,azimuth:e.azimuth+2*Math.PI*t};this.move={from:this.gaze,to:n,begin:performance.now()}}jump(e){this.move=null,this.gaze=e,this.place()}place(){let{at:e,distance:t}=this.gaze,n=new G(...QS(this.gaze,this.up)).multiplyScalar(t),r=new G(...e),i=this.width/this.height,a=t*this.slope;this.lensed.aspect=i,this.lensed.near=Math.max(t-6*this.radius,t*.02),this.lensed.far=t+12*this.radius,Object.assign(this.parallel,{left:-a*i,right:a*i,top:a,bottom:-a}),this.parallel.near=t-12*this.radius,this.parallel.far=this.lensed.far;for(let e of[this.lensed,this.parallel])e.up.set(0,+(this.up===`y`),+(this.up===`z`)),e.position.copy(r).add(n),e.lookAt(r),e.updateMatrixWorld(),e.updateProjectionMatrix()}};function ZS(e){return Math.max(-JS,Math.min(JS,e))}function QS({azimuth:e,elevation:t},n){let r=Math.sin(e)*Math.cos(t),i=Math.cos(e)*Math.cos(t);return n===`y`?[r,Math.sin(t),i]:[r,-i,Math.sin(t)]}function $S(e){return 360/Math.PI*Math.atan(WS/e)}function eC(e,t,n,r,i){let a=e=>{let t=new G(...QS(e,i)),n=new G().crossVectors(new G(0,+(i===`y`),+(i===`z`)),t).normalize();return[n,new G().crossVectors(t,n),t]},o=new G(...e).sub(new G(...t)),s=a(r),c=new G(...t);return a(n).forEach((e,t)=>{c.addScaledVector(s[t],o.dot(e))}),[c.x,c.y,c.z]}function tC(e,t,n){return e===0?{azimuth:t*Math.PI/2,elevation:0}:e===(n===`y`?1:2)?{azimuth:0,elevation:t*JS}:{azimuth:(n===`y`?t>0:t<0)?0:Math.PI,elevation:0}}function nC(e,t,n,r,i=WS/US){let a=new G(...QS(t,n)),o=new G().crossVectors(new G(0,+(n===`y`),+(n===`z`)),a).normalize(),s=new G().crossVectors(a,o),c=new G,l=[i*r,i],u=[0,1].map(()=>[-1/0,-1/0]),d=-1/0;for(let t=0;t<e.length;t+=3){c.set(e[t],e[t+1],e[t+2]);let n=c.dot(a);d=Math.max(d,n),[c.dot(o),c.dot(s)].forEach((e,t)=>{u[t][0]=Math.max(u[t][0],e+n*l[t]),u[t][1]=Math.max(u[t][1],-e+n*l[t])})}let[f,p]=u.map(([e,t])=>(e-t)/2),m=u.map(([e,t],n)=>(e+t)/(2*l[n])),h=o.clone().multiplyScalar(f).addScaledVector(s,p).addScaledVector(a,d);return{...t,at:[h.x,h.y,h.z],distance:KS*Math.max(...m.map(e=>e-d),1e-6)}}function rC(e,t,n){let r=(e,t)=>e+(t-e)*n;return{at:[r(e.at[0],t.at[0]),r(e.at[1],t.at[1]),r(e.at[2],t.at[2])],azimuth:r(e.azimuth,t.azimuth),elevation:r(e.elevation,t.elevation),distance:r(e.distance,t.distance)}}var iC=`Film of this view`,aC=[[`Animation`,`skins where the rig has one`,[`glb`,`gltf`,`usdc`,`usda`,`usdz`,`usd`,`abc`,`pc2`,`mdd`,`npz`,`obj`,`ply`]],[iC,``,[`mp4`,`webm`,`gif`,`webp`]],[`Keys, or frames side by side`,``,[`track`,`png`]]],oC={track:`Track`,png:`Sheet`,obj:`OBJ zip`,ply:`PLY zip`},sC=[[`Small`,640],[`As the view`,1280],[`Full HD`,1920],[`4K`,3840]],cC={bones:`Bones`,shapes:`Shapes`,both:`Both`,points:`Points`};function lC(e,t,n){let{store:r,motion:i}=e.studio,a=w(`div`,{class:`originals`});return r.watch([`model`],({model:e})=>{let r=e?.original,o=n?`Animation into`:`Pose into`;a.replaceChildren(...r?[w(`div`,{class:`formats-title`,title:`A copy of the file with one animation more, and everything else as it was.`},`${o} ${r.name}`),w(`div`,{class:`formats`},...r.ways.map(e=>w(`button`,{label:`${o} ${r.name} by ${e}`,attributes:{type:`button`,role:`menuitem`},on:{click:()=>{t(),i.exportInto(e,n)}}},cC[e])))]:[])}),r.watch([`document`,`clip`],e=>{a.hidden=n&&!uC(e)}),a}function uC({document:e,clip:t}){return t!==null||e.timeline.rows.length>0}function dC(e,t){return`${e} as ${oC[t]??t.toUpperCase()}`}function fC(){return aC.flatMap(([e,,t])=>t.map(t=>({keys:[],section:`Export`,words:dC(e,t),fits:e=>uC(e)&&(t!==`track`||e.clip===null),run:e=>{gC(e,t)}})))}function pC(e,t){let{store:n}=e.studio,r=w(`div`,{class:`motions`},...aC.flatMap(([r,i,a])=>[w(`div`,{class:`formats-title`},r,i?w(`small`,{},i):null,r===iC?hC(e):null),w(`div`,{class:`formats`},...a.map(i=>{let a=w(`button`,{label:dC(r,i),attributes:{type:`button`,role:`menuitem`},on:{click:()=>{t(),gC(e,i)}}},oC[i]??i.toUpperCase());return i===`track`&&n.watch([`clip`],({clip:e})=>{a.hidden=e!==null}),a}))]));return n.watch([`document`,`clip`],e=>{r.hidden=!uC(e)}),[r]}function mC(e,t,n){let r=n/Math.max(e,t),i=e=>2*Math.round(e*(n>sC[1][1]?r:Math.min(1,r))/2);return[i(e),i(t)]}function hC({studio:{store:e}}){let t=w(`select`,{class:`select`,label:`Size of the film`,on:{change:()=>{e.set({filmSize:Number(t.value)})}}},...sC.map(([e,t])=>w(`option`,{attributes:{value:String(t)}},e)));return e.watch([`filmSize`],({filmSize:e})=>{t.value=String(e)}),t}function gC({studio:e,stage:t},n){let{up:r,perspective:i,filmSize:a,seen:o}=e.store.state;e.motion.export(n,{direction:QS(t.camera.gaze,r),up:r,size:mC(t.lens.width,t.lens.height,a),perspective:i?$S(o.lens):0,clay:!Vt(e.store.state)})}var _C=[{kind:`obj`,title:`OBJ`,hint:`the mesh in this pose`},{kind:`ply`,title:`PLY`,hint:`the mesh in this pose, compact`},{kind:`glb`,title:`GLB`,hint:`for the web and game engines`}],vC={kind:`script`,title:`Python script`,hint:`the same poses by code`};function yC(){let e=Sf.flatMap(e=>(e.exports??[]).map(t=>({...t,fits:n=>B(n.document.method)===e&&t.fits?.(n)!==!1})));return[..._C,...e,vC]}function bC(e){let t=yC().map(e=>({keys:[],section:`Export`,words:`Export ${e.title}: ${e.hint}`,fits:t=>t.rig!==null&&e.fits?.(t)!==!1,run:({studio:t})=>{t.export(e.kind)}})),n=(e.model?.methods??[]).filter(({fits:t,method:n})=>t&&n!==e.document.method).map(({method:e,title:t})=>({keys:[],section:`Method`,words:`Take ${t}`,run:({studio:t})=>{t.choose(e)}})),r=(e.welcome?.samples??[]).map(({name:e,title:t})=>({keys:[],section:`Open`,words:t,fits:({progress:e})=>e===null,run:({studio:t})=>{t.openSample(e)}}));return[...Xl,...t,...fC(),...n,...r].filter(t=>Il(t,e))}function xC(e,t){return e.flatMap(e=>{let n=yc(`${e.words} · ${e.section}`,t);return n===null?[]:[{action:e,rank:n}]}).sort((e,t)=>e.rank-t.rank).map(({action:e})=>e)}function SC(e,t){let{store:n}=e.studio,r=()=>{n.set({commands:!1}),e.stage.canvas.focus({preventScroll:!0})},i=CC(),a=w(`ul`,{class:`commands-list`,label:`Actions`,attributes:{id:`commands-list`,role:`listbox`}}),o=w(`p`,{class:`quiet`},`No action has this name.`),s=w(`div`,{class:`veil high`,on:{click:e=>{e.target===s&&r()}}},w(`div`,{class:`commands`,label:`Find an action`,attributes:{role:`dialog`}},i,a,o)),c=[],l=0,u=n=>{r(),n.run(e,t)},d=e=>{l=Math.max(0,Math.min(c.length-1,e)),[...a.children].forEach((e,t)=>{e.setAttribute(`aria-selected`,String(t===l))}),a.children.item(l)?.scrollIntoView({block:`nearest`}),i.setAttribute(`aria-activedescendant`,c.length?`command-${l}`:``)},f=()=>{let{keymap:e}=n.state;c=xC(bC(n.state),i.value),a.replaceChildren(...c.map((t,n)=>wC(t,n,vc(dc(t,e)),()=>{u(t)}))),o.hidden=c.length>0,d(0)};return i.addEventListener(`input`,f),i.addEventListener(`keydown`,e=>{let t={ArrowDown:()=>{d(l+1)},ArrowUp:()=>{d(l-1)},Escape:r,Enter:()=>{c.length&&u(c[l])}};e.key in t&&(e.preventDefault(),e.stopPropagation(),t[e.key]())}),n.watch([`commands`],({commands:e})=>{s.hidden=!e,e&&(i.value=``,f(),i.focus())}),s}function CC(){return w(`input`,{class:`commands-field`,label:`Find an action`,attributes:{type:`search`,placeholder:`Find an action`,autocomplete:`off`,spellcheck:`false`,role:`combobox`,"aria-expanded":`true`,"aria-controls":`commands-list`}})}function wC({words:e,section:t},n,r,i){return w(`li`,{attributes:{role:`option`,id:`command-${n}`},on:{click:i}},w(`span`,{},e),w(`span`,{class:`quiet`},t),r?w(`kbd`,{},r):null)}function TC(e){let t=Xl.find(t=>t.words===e);if(!t)throw Error(`No action is called ${e}.`);return t}function EC(e,t,n=t){let r=vc(dc(TC(t),e));return r?`${n} (${r})`:n}function DC({studio:{store:e}},t,n,r=n){return e.watch([`keymap`],({keymap:e})=>{t.title=EC(e,n,r)}),t}function OC(e,t,n,r,i=r){let a=TC(r);return DC(e,O(n,i,null,()=>{a.run(e,t)}),r,i)}var kC=`Hide or show the panels`;function AC(e,t,n){let{store:r}=e.studio,i=DC(e,O(`panel`,`Inspector`,null,()=>{r.set({drawer:!r.state.drawer})}),kC,`Inspector`),a=DC(e,O(`remove`,`Close the inspector`,null,()=>{r.set({drawer:!1})}),kC,`Close the inspector`);a.classList.add(`closer`),n.append(a),i.setAttribute(`aria-expanded`,`false`);let o=w(`div`,{class:`strip`},i);return r.watch([`drawer`],e=>{let t=n.classList.toggle(`drawn`,e.drawer);i.setAttribute(`aria-expanded`,String(e.drawer)),t?a.focus():n.contains(document.activeElement)&&i.focus()}),r.watch([`model`],({model:e})=>{o.hidden=e===null}),r.watch([`narrow`],({drawer:e})=>{e&&r.set({drawer:!1})}),window.addEventListener(`keydown`,e=>{r.state.narrow&&r.state.drawer&&!t.busy&&e.key===`Escape`&&(e.preventDefault(),r.set({drawer:!1}))}),o}var jC={blender:[[`Middle`,`Orbit`],[`Shift-middle`,`Pan`],[`Wheel`,`Zoom`],[`Alt-left`,`Orbit`],[`Left on the ground`,`Orbit`]],maya:[[`Alt-left`,`Orbit`],[`Middle`,`Pan`],[`Alt-right`,`Zoom`],[`Wheel`,`Zoom`],[`Left on the ground`,`Orbit`]]},MC=[`Select`,`File`,`Pose`,`Time`,`View`],NC=new Set([`Control`,`Shift`,`Alt`,`Meta`,`AltGraph`]);function PC(e){let{store:t}=e.studio,n=w(`div`,{class:`help`,label:`Keys`,attributes:{role:`dialog`}}),r=()=>{t.set({help:!1})},i=w(`div`,{class:`veil`,on:{click:e=>{e.target===i&&r()}}},n);return t.watch([`help`,`preset`,`keymap`],a=>{if(i.hidden=!a.help,!a.help)return;let o=n.scrollTop,s=k(`Reset all keys`,()=>{t.set({keymap:{}})},`small`);s.hidden=Object.keys(a.keymap).length===0;let c=O(`remove`,`Close`,`Esc`,r);n.replaceChildren(w(`div`,{class:`help-head`},w(`h2`,{},`Keys`),w(`span`,{class:`quiet`},`Click a key to change it.`),s,VC(e,a.preset),c),w(`div`,{class:`help-body`},LC(a.preset),...MC.map(t=>RC(e,t,a)))),n.scrollTop=o,c.focus({preventScroll:!0})}),i}function FC({keys:e,words:t}){return[t,...Sf.flatMap(({help:t})=>t?.[e[0]??``]??[])].join(`, `)}var IC=[[`Pinch`,`Zoom`],[`Two fingers`,`Pan`],[`Three fingers`,`Orbit`],[`Shift-wheel`,`Pan`],[`Alt-wheel`,`Orbit`],[`Pen`,`Paints larger the harder it is pressed`]];function LC(e){return BC(`Camera`,[...jC[e],...IC].flatMap(([e,t])=>[w(`dt`,{},w(`kbd`,{},e)),w(`dd`,{},t)]))}function RC(e,t,{keymap:n}){return BC(t,Xl.filter(e=>e.section===t).flatMap(t=>{let r=pc(Xl,n,t);return[w(`dt`,{},zC(e,t,r.length>0)),w(`dd`,{},FC(t),r.length?w(`span`,{class:`clash`},`Also: ${r.join(`; `)}`):null)]}))}function zC({studio:{store:e}},t,n){let{keymap:r}=e.state,i=vc(dc(t,r)),a=t.words in r,o=w(`button`,{class:`key ${a?`own`:``} ${n?`bad`:``}`,label:`Key of ${t.words}: ${i||`none`}`,title:a?`Usually ${vc(t.keys)||`no key`}; Delete gives it back`:`Click, then press another key`,attributes:{type:`button`},on:{click:()=>{o.textContent=`…`,o.classList.add(`waiting`)},blur:()=>{o.textContent=i||`–`,o.classList.remove(`waiting`)},keydown:n=>{o.classList.contains(`waiting`)&&!NC.has(n.key)&&(n.preventDefault(),n.stopPropagation(),n.key===`Escape`?o.blur():e.set({keymap:mc(r,t,n.key===`Delete`?null:gc(n))}))}}},i||`–`);return o}function BC(e,t){return w(`section`,{},w(`h3`,{},e),w(`dl`,{},...t))}function VC(e,t){let n=(n,r)=>w(`button`,{class:n===t?`on`:``,attributes:{type:`button`,role:`radio`,"aria-checked":String(n===t)},on:{click:()=>{e.studio.store.set({preset:n})}}},r);return w(`div`,{class:`segments`,label:`Camera as in`,attributes:{role:`radiogroup`}},n(`blender`,`Blender`),n(`maya`,`Maya`))}var HC=1e-4,UC=200;function WC(e){let{store:t}=e.studio,n=w(`p`,{class:`quiet`},`Select a handle to say how it holds.`),r=w(`p`,{class:`quiet`}),i=[KC(e),qC(e),JC(e)],a=z(`How it holds`,n,...i.map(({element:e})=>e),r);return t.watch([`document`,`selection`,`rig`,`up`],e=>{let t=e.document.handles.filter(({id:t})=>e.selection.includes(t)),o=i.filter(({ability:t})=>ae(e.rig,t));n.hidden=t.length>0;for(let n of i)n.element.hidden=t.length===0||!o.includes(n),n.element.hidden||n.show(t,e);let s=_e(e.document,e.rig);r.textContent=s,r.hidden=s===null,a.hidden=o.length===0&&s===null}),a}function GC({studio:e},t,n,r=!1){let{document:i,selection:a}=e.store.state,o={handles:oe(i.handles,a,n)};r?e.editor.gesture(`${t} ${Kr(a)}`,o):e.editor.edit(`${t} ${Kr(a)}`,o)}function KC(e){let t=w(`input`,{label:`Firmness`,attributes:{type:`range`,min:`0`,max:`1`,step:`0.01`},on:{input:()=>{GC(e,`Soften`,()=>({weight:ce(t.valueAsNumber)}),!0)},change:()=>{e.studio.editor.end()}}}),n=w(`output`,{class:`figure quiet`}),r=w(`div`,{class:`row spread ends`},w(`span`,{},`gives way`),w(`span`,{},`holds`));return{ability:`weight`,element:w(`div`,{class:`hold`,title:`How strongly it is pulled to its target: firm meets it exactly`},w(`div`,{class:`row spread`},w(`span`,{},`Firmness`),n),t,r),show:e=>{let r=se(e.map(e=>e.weight)),i=le(r??e[0].weight);(document.activeElement!==t||Math.abs(t.valueAsNumber-i)>.02)&&(t.valueAsNumber=i),t.style.setProperty(`--from`,`0%`),t.style.setProperty(`--to`,`${100*i}%`),t.setAttribute(`aria-valuetext`,ue(r)),n.textContent=ue(r)}}}function qC(e){let t=w(`select`,{class:`number wide`,label:`Slides on`,on:{change:()=>{let n=b(e.stage.lens);GC(e,t.value===`still`?`Stop the sliding of`:`Slide`,()=>({slide:fe(t.value,n)}))}}});return{ability:`slide`,element:w(`label`,{class:`row spread hold`,title:`It stays on a plane or a line, and moves freely there`},w(`span`,{},`Slides on`),t),show:(e,{up:n})=>{let r=se(e.map(({slide:e})=>pe(e))),i=me(n).map(([e,t])=>w(`option`,{attributes:{value:e}},t)),a=w(`option`,{attributes:{value:``,disabled:``}},`Mixed`);t.replaceChildren(...r===void 0?[a]:[],...i),t.value=r??``}}}function JC(e){let t=w(`input`,{attributes:{type:`checkbox`,role:`switch`},on:{change:()=>{qr(e,t.checked)}}});return{ability:`turn`,element:w(`label`,{class:`switch`,title:`The surface around it stays turned as it is; R turns it (T)`},w(`span`,{},`Keep direction`),t),show:e=>{let n=se(e.map(({turn:e})=>e!==null));t.checked=n??!1,t.indeterminate=n===void 0}}}function YC(e){let{store:t,editor:n}=e.studio,r=(e,r)=>{let{floor:i}=t.state.document;i&&n.edit(e,{floor:{...i,...r}})},i=w(`input`,{attributes:{type:`checkbox`,role:`switch`},on:{change:()=>{Yr(e)}}}),a=w(`input`,{class:`number`,label:`Height of the floor`,attributes:{type:`number`},on:{change:()=>{Number.isFinite(a.valueAsNumber)&&r(`Move the floor`,{height:a.valueAsNumber})}}}),o=k(`At the feet`,()=>{let{model:e,document:{floor:r}}=t.state;e&&r&&n.edit(`Put the floor at the feet`,{floor:ge(e.V,r.up,r.grip)})},`small`),s=w(`input`,{attributes:{type:`checkbox`,role:`switch`},on:{change:()=>{r(s.checked?`Let feet keep their place`:`Let feet slip`,{grip:s.checked})}}}),c=w(`div`,{class:`row spread hold`},w(`span`,{},`Height`),w(`div`,{class:`row`},o,a)),l=w(`label`,{class:`switch`,title:`What stands on the floor stays at its place there until it rises`},w(`span`,{},`Feet keep their place`),s),u=z(`Floor`,w(`label`,{class:`switch`,title:`Nothing sinks through the floor, whatever pulls it (Shift-F)`},w(`span`,{},`Nothing sinks through`),i),c,l);return t.watch([`document`,`rig`,`model`],({document:{floor:e},rig:t,model:n})=>{if(u.hidden=!ae(t,`floor`),i.checked=e!==null,c.hidden=l.hidden=e===null,!e)return;let r=n?.diagonal??1;a.step=String(Number((r/UC).toPrecision(1))),a.value=String(Number(e.height.toFixed(Math.min(100,Math.max(0,Math.ceil(-Math.log10(HC*r))))))),s.checked=e.grip}),u}var XC=[`X`,`Y`,`Z`],ZC=4;function QC(e){let{store:t}=e.studio,n=[rw(e),iw(e),aw(e),ow(e)],r=z(`Selected`,...n.map(({element:e})=>e),lw(e));return r.addEventListener(`keydown`,({key:e,target:t})=>{t instanceof HTMLInputElement&&(e===`Enter`||e===`Escape`)&&t.blur()}),t.watch([`document`,`selection`,`rig`,`model`,`pose`],e=>{let t=e.document.handles.filter(({id:t})=>e.selection.includes(t));r.hidden=t.length===0;for(let{element:r,fits:i,show:a}of n)r.hidden=!i(t,e),r.hidden||a(t,e)}),r}function $C({studio:{store:e}}){let{document:t,selection:n}=e.state;return n.flatMap(e=>t.handles.find(t=>t.id===e)??[])}function ew({studio:{store:e,editor:t}},n,r){let{handles:i}=e.state.document;t.edit(n,{handles:Hr(i,r(i)),weights:null})}function tw(e,t,n){return e.map(e=>e.id===t?{...e,...n}:e)}function nw(e,t){document.activeElement!==e&&(e.value=t)}function rw(e){let t=w(`input`,{class:`number wide`,label:`Name of the handle`,attributes:{type:`text`,maxlength:`60`,spellcheck:`false`},on:{change:()=>{let[n]=$C(e);ew(e,`Name ${Lr(n)}`,e=>tw(e,n.id,{name:t.value.trim()}))}}});return{element:w(`label`,{class:`row spread hold`},w(`span`,{},`Name`),t),fits:e=>e.length===1,show:([e])=>{t.placeholder=`Handle ${e.id}`,nw(t,e.name)}}}function iw(e){let t=XC.map((t,n)=>w(`input`,{class:`number`,label:`Place along ${t}`,title:t,attributes:{type:`number`,step:`any`},on:{change:t=>{let[r]=$C(e),i=t.target.valueAsNumber;if(!Number.isFinite(i))return;let a=r.target.map((e,t)=>t===n?i:e);ew(e,`Move ${Lr(r)}`,e=>tw(e,r.id,{target:a}))}}}));return{element:w(`div`,{class:`row spread hold`},w(`span`,{},`Place`),w(`div`,{class:`row`},...t)),fits:e=>e.length===1,show:([e])=>{t.forEach((t,n)=>{nw(t,String(Number(e.target[n].toPrecision(ZC))))})}}}function aw(e){let t=w(`input`,{class:`number`,label:`Distance`,attributes:{type:`number`,step:`any`,min:`0`},on:{change:()=>{let[n,r]=$C(e);t.valueAsNumber>0&&ew(e,`Put ${Lr(r)} at a distance`,e=>Ur(e,n,r,t.valueAsNumber))}}});return{element:w(`label`,{class:`row spread hold`,title:`From the handle that was selected first to the other one, which moves`},w(`span`,{},`Distance`),t),fits:e=>e.length===2,show:()=>{let[n,i]=$C(e);nw(t,String(Number(o(r(i.target,n.target)).toPrecision(ZC))))}}}function ow(e){let t=w(`select`,{class:`number wide`,label:`Looks at`,on:{change:()=>{sw(e,t.value===``?null:Number(t.value))}}});return{element:w(`label`,{class:`row spread hold`,title:`Its direction follows another handle, as they are now`},w(`span`,{},`Looks at`),t),fits:(e,{rig:t})=>e.length===1&&ae(t,`turn`),show:([e],{document:{handles:n}})=>{let r=n.filter(({id:t})=>t!==e.id).map(e=>w(`option`,{attributes:{value:String(e.id)}},Lr(e)));t.replaceChildren(w(`option`,{attributes:{value:``}},`Nothing`),...r),t.value=String(e.looks??``)}}}function sw(e,t){let{model:n}=e.studio.store.state,[r]=$C(e),i=e.stage.positions();if(!n||!i)return;let a=t===null?r.turn:r.turn??mr(n,r,i);ew(e,t===null?`Let ${Lr(r)} look away`:`Let ${Lr(r)} look at a handle`,e=>tw(e,r.id,{looks:t,turn:a}))}var cw=[[`grid`,`Grid`],[`floor`,`Floor`],[`vertices`,`Vertices`]];function lw({studio:{store:e}}){let t=cw.map(([t,n])=>w(`button`,{attributes:{type:`button`},on:{click:()=>{e.set({snap:{...e.state.snap,[t]:!e.state.snap[t]}})}}},n));return e.watch([`snap`],({snap:e})=>{cw.forEach(([n],r)=>{t[r].className=e[n]?`on`:``,t[r].setAttribute(`aria-pressed`,String(e[n]))})}),w(`div`,{class:`row spread hold`,title:`Where a handle jumps to while it is moved`},w(`span`,{},`Snap to`),w(`div`,{class:`segments`,label:`Snap to`,attributes:{role:`group`}},...t))}function uw(e){let{studio:{store:t,editor:n},stage:r}=e,i=w(`ul`,{class:`handles`}),a=({model:e})=>`pliant.handles.${e?.name??``}.${(e?.F.length??0)/3}`,o=()=>JSON.parse(localStorage.getItem(a(t.state))??`{}`),s=e=>{localStorage.setItem(a(t.state),JSON.stringify(e)),l()},c=e=>{let{model:i}=t.state,a=r.positions();i&&a&&(n.edit(`Take the handles ${e}`,{handles:Gr(o()[e],a,i.F),weights:null}),t.set({selection:[]}))},l=()=>{let e=o();i.replaceChildren(...Object.keys(e).map(t=>w(`li`,{},w(`button`,{class:`pick`,label:`Take the handles ${t}`,attributes:{type:`button`},on:{click:()=>{c(t)}}},t,w(`small`,{class:`quiet`},`${e[t].length}`)),O(`remove`,`Forget ${t}`,null,()=>{s(Object.fromEntries(Object.entries(o()).filter(([e])=>e!==t)))}))))},u=w(`input`,{class:`number wide`,label:`Name of the set`,attributes:{type:`text`,placeholder:`Name of the set`,maxlength:`60`,spellcheck:`false`}}),d=k(`Keep`,()=>{let e=u.value.trim();e&&s({...o(),[e]:Wr(t.state.document.handles)}),u.value=``},`small`);return t.watch([`model`],l),t.watch([`document`],({document:{handles:e}})=>{d.disabled=e.length===0}),z(`Sets of handles`,i,w(`div`,{class:`row set-row`},u,d))}function dw(e){let t=w(`ul`,{class:`handles`}),n=w(`p`,{class:`quiet`},`No handles yet. Click on the model to place one.`),r=k(`Remove all`,()=>{e.studio.editor.edit(`Remove all handles`,{handles:[]}),e.studio.store.set({selection:[]})});return e.studio.store.watch([`document`,`selection`,`rig`],i=>{t.replaceChildren(...i.document.handles.map(t=>fw(e,t,i))),n.hidden=i.document.handles.length>0,r.hidden=!n.hidden}),w(`div`,{class:`sections`},QC(e),WC(e),YC(e),z(`Handles`,n,t,w(`div`,{class:`row`},r)),uw(e),mw(e))}function fw(e,t,{selection:n,document:r,rig:i}){let{studio:a}=e,o=n.includes(t.id),s=pw(t,i?.pins??[]),c=w(`button`,{class:`pick`,attributes:{type:`button`,"aria-pressed":String(o)},on:{click:e=>{let r=n.filter(e=>e!==t.id);a.store.set({selection:e.shiftKey?o?r:[...r,t.id]:[t.id]})}}},w(`span`,{class:`dot ${t.pinned?`ring`:``} ${t.weight<1&&i?.pins.includes(`weight`)?`soft`:``}`}),Lr(t),...s?[w(`small`,{class:`quiet`},s)]:[]),l=O(`pin`,t.pinned?`Free handle ${t.id}`:`Pin handle ${t.id}`,null,()=>{a.editor.edit(`${t.pinned?`Free`:`Pin`} handle ${t.id}`,{handles:ut(r.handles,[t.id],!t.pinned)})});l.setAttribute(`aria-pressed`,String(t.pinned));let u=O(`remove`,`Remove handle ${t.id}`,null,()=>{a.editor.edit(`Remove handle ${t.id}`,{handles:r.handles.filter(e=>e.id!==t.id)}),a.store.set({selection:n.filter(e=>e!==t.id)})});return w(`li`,{class:o?`on`:``},c,l,u)}function pw({group:e,weight:t,slide:n,turn:r,looks:i},a){return[[e!==null,`group ${e}`],[t<1&&a.includes(`weight`),`soft`],[n!==null&&a.includes(`slide`),`slides`],[r!==null&&i===null&&a.includes(`turn`),`keeps direction`],[i!==null&&a.includes(`turn`),`looks at ${i}`]].flatMap(([e,t])=>e?[t]:[]).join(`, `)}function mw(e){let t=w(`ol`,{class:`steps`}),n=z(`History`,t);return e.studio.store.watch([`history`],({history:e})=>{let r=e.done.slice(-12).reverse().map(e=>w(`li`,{},e.label)),i=e.undone.slice(0,4).map(e=>w(`li`,{class:`undone`},e.label));t.replaceChildren(...i,...r),n.hidden=r.length+i.length===0}),n}var hw=6;function gw(e){return w(`div`,{class:`sections poses`},_w(e),vw(e),...yw(e))}function _w(e){let t=w(`input`,{label:`Files of poses`,attributes:{type:`file`,accept:`.json`,multiple:``},on:{change:()=>{ul(e,[...t.files??[]]).then(()=>{t.value=``})}}});t.hidden=!0;let n=k(`Keep pose`,()=>{Zc(e)},`primary`);n.title=`Keep what is shown in the library below (Shift-K)`;let r=k(`Copy`,()=>{gl(e)}),i=k(`Paste`,()=>{_l(e)});r.title=`Copy the pose, for this model in any tab (Ctrl-C)`,i.title=`Take the pose that was copied (Ctrl-V)`;let a=O(`open`,`Open poses of files (.pose.json)`,null,()=>{t.click()});return e.studio.store.watch([`rig`,`clip`],({rig:e,clip:t})=>{for(let a of[n,r,i])a.disabled=e===null||t!==null}),z(`This pose`,w(`div`,{class:`row`},n,r,i,a),t)}function vw(e){let{studio:t}=e,n=k(`Flip`,()=>{il(e,null)});n.title=`Left and right change places (Shift-X)`;let r=[`left`,`right`].map(t=>{let n=t===`left`?`right`:`left`,r=k(`${t===`left`?`Left`:`Right`} → ${n}`,()=>{il(e,t)});return r.title=`What the model’s own ${t} does, its ${n} does too`,r}),i=w(`p`,{class:`quiet`});return t.store.watch([`asymmetric`,`rig`,`clip`],({asymmetric:e,rig:t,clip:a})=>{for(let i of[n,...r])i.disabled=e!==null||t===null||a!==null;i.textContent=e,i.hidden=e===null}),z(`Left and right`,w(`div`,{class:`row`},n,...r),i)}function yw(e){let{store:t}=e.studio,n=w(`input`,{class:`search`,label:`Search poses`,attributes:{type:`search`,placeholder:`Search poses`},on:{input:()=>{c(t.state)}}}),r=[w(`div`,{class:`examples`}),w(`div`,{class:`examples`})],i=z(`Examples`,r[1]),a=Ew(e),o=new Map,s=[],c=t=>{let c=bw(e,t),l=n.value.trim().toLowerCase();n.hidden=c.length<=hw,s=n.hidden?c:c.filter(({name:e})=>e.toLowerCase().includes(l));let u=s.map(n=>{let r=o.get(n.key),i=r?.entry.pose===n.pose&&r.entry.name===n.name?r:{entry:n,row:Sw(e,n)};return o.set(n.key,i),a(n,i.row,t),i});r.forEach((e,t)=>{let n=u.filter(({entry:e})=>e.example===(t===1)).map(({row:e})=>e);(n.length!==e.children.length||n.some((t,n)=>t!==e.children[n]))&&j(e,...n)}),i.hidden=r[1].childElementCount===0};return t.watch([`document`,`model`,`rig`,`tab`,`shapes`,`thumbnails`,`up`,`clay`,`pictures`],e=>{e.model&&e.tab===`poses`&&c(e)}),[z(`Library`,xw(e),n,r[0],Dw(e,()=>s.flatMap(({pose:e})=>e??[]),n)),i]}function bw(e,{model:t,rig:n,document:r}){let i={key:`rest`,name:`Rest`,pose:null,example:!1,picture:e=>e.model?.V??null,with:t=>{let n=Lc(e);n&&t(qc(n))}},a=(B(r.method).blends?Xt(t,n).slice(1):[]).map(n=>({key:`example ${n}`,name:t?.examples[n]??``,pose:null,example:!0,picture:({thumbnails:e})=>e.get(n)??null,with:t=>{Yc(e,n,t)}}));return[i,...r.poses.map(t=>({key:`pose ${t.id}`,name:t.name,pose:t,example:!1,picture:({shapes:e})=>e.get(t.shape)??null,with:n=>{Xc(e,t,n)}})).reverse(),...a]}function xw({studio:{store:e}}){return w(`div`,{class:`segments`,label:`What is taken of a pose`,attributes:{role:`radiogroup`}},...[[`whole`,`Whole pose`,`A pose is taken for the whole model`],[`selected`,`Selected`,`A pose is taken for the selected handles or points only`]].map(([t,n,r])=>{let i=w(`button`,{title:r,attributes:{type:`button`,role:`radio`},on:{click:()=>{e.set({poseScope:t})}}},n);return e.watch([`poseScope`],({poseScope:e})=>{i.classList.toggle(`on`,e===t),i.setAttribute(`aria-checked`,String(e===t))}),i}))}function Sw(e,t){let{name:n,pose:r}=t,i=w(`img`,{class:`empty`,attributes:{alt:``,width:`56`,height:`42`}});return w(`div`,{class:`example kept`},w(`button`,{class:`thumbnail`,label:`Take ${n}`,title:`Take ${n}`,attributes:{type:`button`},on:{click:()=>{t.with(t=>{Gc(e,t)})}}},i),w(`div`,{class:`example-text`},w(`div`,{class:`example-head`},...r?[ww(e,r),...Tw(e,r)]:[w(`span`,{class:`name`},n)]),Cw(e,t)))}function Cw(e,{name:t,with:n}){let{editor:r}=e.studio,i=null,a=null,o=w(`input`,{label:`Blend to ${t}`,title:`Blend to ${t}`,attributes:{type:`range`,min:`0`,max:`1`,step:`0.01`},on:{input:()=>{i??=Lc(e),n(e=>{a=e}),i&&a&&Kc(e,i,a,o.valueAsNumber),s()},change:()=>{r.end(),i=a=null,o.valueAsNumber=0,s()}}}),s=()=>{o.style.setProperty(`--from`,`0%`),o.style.setProperty(`--to`,`${100*o.valueAsNumber}%`)};return o.valueAsNumber=0,s(),o}function ww(e,t){let n=w(`input`,{class:`plain name`,label:`Name of ${t.name}`,attributes:{type:`text`,value:t.name,maxlength:`80`},on:{change:()=>{$c(e,t,n.value.trim())},keydown:e=>{(e.key===`Enter`||e.key===`Escape`)&&n.blur()}}});return n}function Tw(e,t){return[O(`mirror`,`Keep the mirror image of ${t.name}`,null,()=>{tl(e,t)}),O(`export`,`Export ${t.name}`,null,()=>{cl(e,t)}),O(`remove`,`Remove ${t.name}`,null,()=>{el(e,t)})]}function Ew(e){let{studio:t}=e,n=new WeakMap,r=``;return(e,i,a)=>{let o=`${a.up} ${a.clay} ${a.pictures.size}`;o!==r&&([n,r]=[new WeakMap,o]);let s=e.picture(a);s===null&&e.pose&&a.rig&&t.wantShape(e.pose.shape),s!==null&&typeof s!=`string`&&!n.has(s)&&t.thumbnail&&n.set(s,t.thumbnail(s));let c=typeof s==`string`||s===null?s:n.get(s)??null,l=i.querySelector(`img`);c&&l.src!==c&&(l.src=c),l.classList.toggle(`empty`,!c)}}function Dw(e,t,n){let{studio:r}=e,i=w(`input`,{attributes:{type:`checkbox`,role:`switch`}}),a=k(``,()=>{r.openExamples(t().map(({id:e})=>e),i.checked)}),o=w(`div`,{class:`as-examples`},w(`p`,{class:`quiet`},`The kept poses that are listed become examples of how this model moves; three are enough to begin. The rig opens as a session of its own.`),w(`label`,{class:`switch`,title:`Each of them is an example a second time, with left and right exchanged`},w(`span`,{},`With mirror images`),i),a),s=()=>{let{document:e,asymmetric:n,progress:s,model:c}=r.store.state,l=t().length,u=c?.examples.length??0;o.hidden=e.poses.length===0,a.textContent=u>1?`Pose from ${A(l,`more example`,`more examples`)}`:`Pose from ${l===1?`this example`:`these ${l} examples`}`,a.disabled=l===0||s!==null,i.disabled=n!==null,i.disabled&&(i.checked=!1)};return n.addEventListener(`input`,s),r.store.watch([`document`,`model`,`tab`,`asymmetric`,`progress`],s),o}var Ow=[[`method`,`Method`,`What the method knows and can`],[`pose`,`Handles`,`Where handles are pulled to, and how firmly they hold`],[`poses`,`Poses`,`The library: keep, take, blend and mirror poses`]];function kw(e){let{store:t}=e.studio,n=w(`div`,{class:`page`,attributes:{role:`tabpanel`}}),r=dw(e),i=gw(e),a=Ow.map(([e,n,r])=>w(`button`,{title:r,attributes:{type:`button`,role:`tab`},on:{click:()=>{t.set({tab:e})}}},n)),o=w(`aside`,{class:`inspector`,label:`Inspector`},w(`h2`,{class:`unseen`},`Inspector`),w(`div`,{class:`tabs`,attributes:{role:`tablist`}},...a),n),s=null,c={element:w(`div`),dispose:()=>void 0};return t.watch([`document`,`model`,`tab`],({document:t,model:l,tab:u})=>{o.hidden=l===null,l&&t.method!==s&&(c.dispose(),c=B(t.method).panel(e),s=t.method,a[0].textContent=Ht(l,s)?.title??s),Ow.forEach(([e],t)=>{a[t].setAttribute(`aria-selected`,String(e===u))});let d=u===`pose`?r:u===`poses`?i:c.element;n.firstChild!==d&&n.replaceChildren(d)}),o}function Aw({studio:{store:e},stage:t}){let n=w(`div`,{class:`legend`,label:`Legend`,attributes:{role:`group`}}),r=!1,i=()=>{r=!r,a(e.state),n.querySelector(`button`)?.focus()},a=({overlay:e,document:{method:t}})=>{if(n.hidden=e===null,!e)return;let a=O(r?`unfold`:`fold`,r?`Show the legend`:`Fold the legend`,null,i);a.setAttribute(`aria-expanded`,String(!r));let o=Ff(t,e.kind),s=o.swatches?Mw(e.legend):Nw(e.legend);n.replaceChildren(w(`div`,{class:`row spread`},w(`h3`,{},o.title),a),...r?[]:[s])};return e.watch([`overlay`],a),t.onFrame(t=>{n.hidden||n.classList.toggle(`yielding`,jw(n,t,e.state))}),n}function jw(e,t,{document:n,pose:r,rig:i}){return n.handles.some(a=>{let{x:o,y:s}=f(t,yt(n,r?.reached??null,a,i?.pins)),[c,l]=[o-e.offsetLeft,s-e.offsetTop];return c>0&&c<e.offsetWidth&&l>0&&l<e.offsetHeight})}function Mw(e){return w(`ul`,{},...e.map(([e,t])=>{let n=w(`span`,{class:`swatch`});return n.style.background=e,w(`li`,{},n,t)}))}function Nw(e){let t=w(`div`,{class:`ramp`});return t.style.background=`linear-gradient(to right, ${e.map(([e])=>e).join(`, `)})`,w(`div`,{},t,w(`div`,{class:`row spread figure`},w(`span`,{},e[0]?.[1]??``),w(`span`,{},e.at(-1)?.[1]??``)))}var Pw=[[`right`,1,0],[`left`,-1,0],[`above`,0,-1],[`below`,0,1]],Fw=110,Iw=50,Lw=.5,Rw=.2;function zw(e,t,n,r){let i=Bw(e,t),a=Bw(e,n),o=([,t,n])=>{let o=e.x+t*Fw,s=e.y+n*Iw,c=o<0||s<0||o>r.width||s>r.height;return Math.max(0,t*i.x+n*i.y-Rw)+Lw*Math.max(0,t*a.x+n*a.y-Rw)+(c?2:0)};return Pw.reduce((e,t)=>o(t)<o(e)-1e-9?t:e)[0]}function Bw(e,t){let n=t.x-e.x,r=t.y-e.y,i=Math.hypot(n,r)||1;return{x:n/i,y:r/i}}function Vw(e,t,n){return t.x>e.left-n&&t.x<e.left+e.width+n&&t.y>e.top-n&&t.y<e.top+e.height+n}var Hw={lost:`The server is away. Your work is safe here; the page goes on as soon as it is back.`,old:`This page is of another version than the server. Reload it.`,refused:`The server does not know this page. Open the address that the terminal printed.`};function Uw(e){let t=w(`div`,{class:`toasts`,attributes:{role:`status`,"aria-live":`polite`}});return e.studio.store.watch([`toasts`],n=>{t.replaceChildren(...n.toasts.map(t=>w(`div`,{class:t.bad?`toast bad`:`toast`},w(`span`,{},t.words),O(`remove`,`Dismiss`,null,()=>{e.studio.hush(t.id)}))))}),t}function Ww(e){let{store:t}=e.studio,n=w(`div`,{class:`choices`,attributes:{role:`status`,"aria-live":`polite`}}),r=e=>{t.set({choices:t.state.choices.filter(t=>t!==e)})},i=(t,n)=>{r(t),`up`in n?Xr(e,n.up):e.studio.choose(n.method)},a=[],o=0;return e.stage.onFrame(t=>{a.length>0&&Kw(e,n,t)}),t.watch([`choices`,`progress`,`dragged`,`history`],({choices:e,progress:s,dragged:c,history:l})=>{e!==a&&([a,o]=[e,l.done.length],n.classList.remove(`aside`)),(c||l.done.length>o)&&e.length>0?t.set({choices:[]}):n.replaceChildren(...(s?[]:e).map(e=>w(`div`,{class:`choice`},w(`div`,{class:`row`},w(`span`,{},e.words),O(`remove`,`Dismiss`,null,()=>{r(e)})),w(`div`,{class:`ways`},...e.ways.map(t=>k(t.title,()=>{i(e,t)},`small`))))))}),n}var Gw=36;function Kw({studio:{store:{state:{document:e,model:t}}}},n,r){let i=e.handles.find(e=>!e.pinned);if(!i||!t||n.childElementCount===0||n.classList.contains(`aside`))return;let a={left:n.offsetLeft,top:n.offsetTop,width:n.offsetWidth,height:n.offsetHeight},o=[i.target,t.start.toward].map(e=>f(r,e));n.classList.toggle(`aside`,o.some(e=>Vw(a,e,Gw)))}function qw(e){let t=w(`span`,{}),n=w(`progress`,{label:`Progress`,attributes:{max:`1`}}),r=k(`Cancel`,()=>{r.disabled=!0,r.textContent=`Cancelling`,e.studio.cancel()},`small`),i=w(`div`,{class:`progress`,attributes:{role:`status`}},w(`div`,{class:`row spread`},t,r),n),a=0;return e.studio.store.watch([`progress`,`awaited`],({progress:e,awaited:o})=>{e||o!==null?(t.textContent=e?.what??o,e?n.value=e.share:n.removeAttribute(`value`),r.hidden=e===null,a||=window.setTimeout(()=>{i.hidden=!1},e?250:0)):(clearTimeout(a),a=0,i.hidden=!0,r.disabled=!1,r.textContent=`Cancel`)}),i.hidden=!0,i}function Jw(e){let t=w(`span`,{}),n=w(`div`,{class:`row`}),r=w(`div`,{class:`unbuilt`,attributes:{role:`status`}},t,n);return e.studio.store.watch([`unbuilt`,`progress`,`model`,`document`],({unbuilt:i,progress:a,model:o,document:s})=>{let c=i!==null&&i===s.method&&a===null&&o!==null;if(r.hidden=!c,!c)return;let l=e=>Ht(o,e)?.title??e,u=o.methods.filter(e=>e.fits&&e.method!==i);t.textContent=`${l(i)} was not made.`,n.replaceChildren(k(`Make it`,()=>{e.studio.make()},`small primary`),...u.map(t=>k(`Take ${t.title}`,()=>{e.studio.choose(t.method)},`small`)))}),r}function Yw(e){let t=w(`span`,{}),n=w(`div`,{class:`connection`,attributes:{role:`status`}},t);return e.studio.store.watch([`connection`],e=>{let r=Hw[e.connection];n.hidden=r===void 0,t.textContent=r??``}),n}var Xw={right:``,left:`translateX(-100%)`,above:`translate(-50%, -100%)`,below:`translateX(-50%)`};function Zw(e){let t=w(`div`,{class:`hint-arrow`}),n=w(`div`,{class:`hint`,attributes:{role:`note`}},`Drag this`),r=w(`div`,{class:`hint-holder`},t,n);return n.hidden=!0,e.stage.onFrame(r=>{let{state:i}=e.studio.store,{document:a,dragged:o,rig:s,pose:c,history:l,gizmo:u,progress:d}=i,p=a.handles.find(e=>!e.pinned&&!er(i,e.face));n.hidden=!p||B(a.method).hidesHandles?.(i)||u||o||!s||!c||d!==null||l.done.length>0;let m=i.model?.start,h=m?.handles.at(-1);if(t.hidden=n.hidden||h?.id!==p?.id||h?.face!==p?.face,!p||n.hidden)return;let{x:g,y:_}=f(r,yt(a,c?.reached??null,p,s?.pins)),v=t.hidden||!m?{x:g,y:_}:f(r,m.toward),y=zw({x:g,y:_},v,{x:r.width/2,y:r.height/2},r);n.className=`hint ${y}`,n.style.transform=`translate(${g}px, ${_}px) ${Xw[y]}`,t.style.width=`${Math.hypot(v.x-g,v.y-_)}px`,t.style.transform=`translate(${g}px, ${_}px) rotate(${Math.atan2(v.y-_,v.x-g)}rad)`}),r}var Qw=`pliant.reference`,$w=1280,eT=.85,tT=.6;function nT({studio:{store:e}}){let t=w(`img`,{class:`reference`,attributes:{alt:``}});return e.watch([`reference`],({reference:e})=>{t.hidden=e===null,e&&(t.src!==e.url&&(t.src=e.url),t.style.opacity=String(e.opacity))}),e.watch([`session`],({session:t,reference:n})=>{let r=t&&!n?rT():null;r&&r.session===t?.id&&e.set({reference:{url:r.url,opacity:r.opacity}})}),e.watch([`reference`],({reference:e,session:t})=>{e&&t&&iT({session:t.id,...e})}),t}function rT(){try{return JSON.parse(localStorage.getItem(Qw)??`null`)}catch{return null}}function iT(e){try{localStorage.setItem(Qw,JSON.stringify(e))}catch{}}function aT(e){return e?.type.startsWith(`image/`)??!1}async function oT({studio:e},t){let n=await createImageBitmap(t).catch(()=>null);if(!n){e.say(`${t.name} is no picture that this browser can read.`,!0);return}let r=Math.min(1,$w/Math.max(n.width,n.height)),i=document.createElement(`canvas`);i.width=Math.round(r*n.width),i.height=Math.round(r*n.height),i.getContext(`2d`).drawImage(n,0,0,i.width,i.height),n.close(),e.store.set({reference:{url:i.toDataURL(`image/webp`,eT),opacity:e.store.state.reference?.opacity??tT}})}function sT(e){let t=w(`input`,{label:`Choose a picture`,attributes:{type:`file`,accept:`image/*`},on:{change:()=>{let n=t.files?.[0];n&&oT(e,n)}}});t.click()}function cT({studio:{store:e}}){localStorage.removeItem(Qw),e.set({reference:null})}function lT(e){let t=w(`div`,{class:`facts`}),n=w(`div`,{class:`facts`}),r=w(`footer`,{class:`status`},t,n),{store:i}=e.studio;return i.watch([`model`,`document`,`selection`,`gesture`,`connection`,`tool`,`brush`,`welcome`,`progress`],e=>{t.replaceChildren(...uT(dT(e)))}),i.watch([`pose`,`fps`,`model`],e=>{n.replaceChildren(...uT(mT(e)))}),r}function uT(e){return e.map(e=>w(`span`,{},e))}function dT(e){if(e.connection===`lost`||e.connection===`refused`)return[`Waiting for the server`];if(!e.model)return[e.connection===`open`?fT(e):`Connecting`];if(e.gesture)return[e.gesture];if(e.tool!==`pose`)return pT(e);let{handles:t}=e.document,n=ht(Rt(e));return[A(e.model.V.length/3,`vertex`,`vertices`),A(t.length,`handle`,`handles`)+(e.selection.length?`, ${e.selection.length} selected`:``),...n?[`${n.toLocaleString(`en-US`)} frozen`]:[]]}function fT({welcome:e,progress:t}){return t?t.what:e?.open?`Opening ${e.open}`:`Ready`}function pT({tool:e,brush:t,aim:n}){return e===`brush`?[`Brush ${t} px`,`Ctrl erases`,`[ and ] change its size`]:e===`linked`?[`Click a part to take all of it`,`Ctrl erases`]:[`${e===`box`?`Drag a box`:`Draw a line`} around ${n===`handles`?`handles`:`the surface`}`,n===`handles`?`Shift adds, Ctrl takes away`:`Ctrl erases`]}function mT(e){let{pose:t,fps:n,model:r}=e;return!t||!r?[]:[...t.status&&t.status!==`converged`?[t.status]:[],`solve ${t.solve_ms.toFixed(1)} ms`,A(t.iterations,`iteration`,`iterations`),...n===null?[]:[`${n.toFixed(0)} fps`]]}var hT={springiness:3,damping:.5,response:0},gT=[{name:`springiness`,title:`Springiness`,low:.5,high:12,even:!1,words:[[.8,`very heavy`],[1.6,`a heavy tail`],[4.5,`an ear`],[1/0,`a stiff antenna`]]},{name:`damping`,title:`Damping`,low:.05,high:1.5,even:!1,words:[[.18,`rings on`],[.45,`wobbly`],[.85,`settles soon`],[1/0,`no overshoot`]]},{name:`response`,title:`Response`,low:-1,high:2,even:!0,words:[[-.25,`draws back first`],[.5,`eases in`],[1.5,`answers at once`],[1/0,`keeps up`]]}];function _T(e,t,n){let r=e=>{n.hidden=!e,i.setAttribute(`aria-expanded`,String(e))},i=O(e,t,null,()=>{r(n.hidden===!0)});i.setAttribute(`aria-haspopup`,`dialog`),n.hidden=!0;let a=w(`div`,{class:`holder`},i,n);return a.addEventListener(`focusout`,e=>{a.contains(e.relatedTarget)||r(!1)}),a.addEventListener(`keydown`,e=>{e.key!==`Escape`||n.hidden||(e.stopPropagation(),r(!1),i.focus())}),n.tabIndex=-1,{holder:a,button:i}}function vT(e){let{store:t,editor:n}=e.studio,r=w(`input`,{attributes:{type:`checkbox`,role:`switch`},on:{change:()=>{ac(e,r.checked?`Follow-through`:`No follow-through`,{follow:r.checked?hT:null})}}}),i=gT.map(t=>yT(e,t)),a=w(`div`,{class:`pop`,label:`Follow-through`,attributes:{role:`dialog`}},w(`label`,{class:`switch`},w(`strong`,{},`Follow-through`),r),w(`p`,{class:`quiet`},`What is not held comes after what is, swings past and settles. Seen while playing, and in every export.`),...i),{holder:o,button:s}=_T(`follow`,`Follow-through`,a);return a.addEventListener(`change`,()=>{n.end()}),t.watch([`document`],({document:{timeline:{follow:e}}})=>{r.checked=e!==null,s.setAttribute(`aria-pressed`,String(e!==null));for(let t of i)t.hidden=e===null}),o}function yT(e,{name:t,title:n,low:r,high:i,even:a,words:o}){let s=e=>a?(e-r)/(i-r):Math.log(e/r)/Math.log(i/r),c=e=>a?r+e*(i-r):r*(i/r)**e,l=w(`output`,{class:`quiet`}),u=w(`input`,{label:n,attributes:{type:`range`,min:`0`,max:`1`,step:`0.01`},on:{input:()=>{let{follow:r}=e.studio.store.state.document.timeline;r&&ac(e,n,{follow:{...r,[t]:Number(c(u.valueAsNumber).toFixed(3))}},!0)}}});return e.studio.store.watch([`document`],({document:{timeline:{follow:e}}})=>{if(!e)return;let n=s(e[t]);u.value=String(n),u.style.setProperty(`--from`,`0%`),u.style.setProperty(`--to`,`${100*n}%`),l.textContent=o.find(([n])=>e[t]<n)?.[1]??``}),w(`div`,{class:`field`},w(`div`,{class:`row spread`},w(`span`,{},n),l),u)}function bT(e){let{store:t}=e.studio,n=w(`input`,{attributes:{type:`checkbox`,role:`switch`},on:{change:()=>{t.set({onion:{...t.state.onion,on:n.checked}})}}}),r=(e,n,r)=>{let i=w(`input`,{class:`number`,label:n,attributes:{type:`number`,min:`1`,max:String(r)},on:{change:()=>{let n=Math.round(i.valueAsNumber);t.set({onion:{...t.state.onion,[e]:Math.min(r,Math.max(1,Number.isFinite(n)?n:1))}})}}});return t.watch([`onion`],t=>{i.value=String(t.onion[e])}),w(`label`,{class:`row spread`},w(`span`,{},n),i)},{holder:i,button:a}=_T(`onion`,`Onion skins`,w(`div`,{class:`pop`,label:`Onion skins`,attributes:{role:`dialog`}},w(`label`,{class:`switch`},w(`strong`,{},`Onion skins`),n),w(`p`,{class:`quiet`},`Ghosts of the frames before, in blue, and after, in orange.`),r(`count`,`Before and after`,5),r(`step`,`Frames apart`,100)));return t.watch([`onion`],e=>{n.checked=e.onion.on,a.setAttribute(`aria-pressed`,String(e.onion.on))}),i}function xT(e){let t=()=>{let{uiScale:t,narrow:n}=e.state,r=Mt(t,innerWidth),{documentElement:i}=document,{classes:a,narrow:o}=Nt(innerWidth,r);i.style.setProperty(`--ui`,String(r));for(let[e,t]of Object.entries(a))i.classList.toggle(e,t);o!==n&&e.set({narrow:o})};e.watch([`uiScale`],t),window.addEventListener(`resize`,t)}function ST({studio:{store:e}}){let t=w(`output`,{class:`quiet`}),n=w(`input`,{label:`Size of the panels`,attributes:{type:`range`,min:`75`,max:`150`,step:`5`},on:{input:()=>{t.textContent=`${n.value}%`},change:()=>{e.set({uiScale:n.valueAsNumber})}}});return e.watch([`uiScale`],({uiScale:e})=>{n.value=String(e),n.style.setProperty(`--from`,`0%`),n.style.setProperty(`--to`,`${100*(e-75)/75}%`),t.textContent=`${e}%`}),w(`div`,{class:`field`},w(`div`,{class:`row spread`},w(`strong`,{},`Size of the panels`),t),n)}var CT=[[`studio`,`Studio`],[`soft`,`Soft`],[`side`,`Side`],[`back`,`Back`]],wT=[[null,`None`],[`pearl`,`Pearl`],[`bronze`,`Bronze`],[`jade`,`Jade`],[`stripes`,`Stripes`]],TT=15,ET=200;function DT(e){return _T(`eye`,`Lens, light, bookmarks and parts`,w(`div`,{class:`pop view-menu`,label:`View`,attributes:{role:`dialog`}},OT(e),kT(e,`Light`,CT,({light:e})=>e,t=>{Dl(e,{light:t})}),kT(e,`Matcap`,wT,({matcap:e})=>e,t=>{Dl(e,{matcap:t})}),w(`div`,{class:`field`},AT(e,`Orbit about what is selected`,({seen:e})=>e.about_selection,t=>{Dl(e,{about_selection:t})}),AT(e,`Turntable`,({turntable:e})=>e,t=>{e.studio.store.set({turntable:t})})),jT(e),MT(e),NT(e),ST(e))).holder}function OT(e){let{store:t}=e.studio,n=w(`output`,{class:`quiet`}),r=w(`input`,{label:`Focal length`,attributes:{type:`range`,min:String(Math.log(TT)),max:String(Math.log(ET)),step:`0.01`},on:{input:()=>{Dl(e,{lens:Math.round(Math.exp(r.valueAsNumber))})}}});return t.watch([`seen`,`perspective`],({seen:e,perspective:t})=>{let i=Math.log(e.lens/TT)/Math.log(ET/TT);r.value=String(Math.log(e.lens)),r.disabled=!t,r.style.setProperty(`--from`,`0%`),r.style.setProperty(`--to`,`${100*i}%`),n.textContent=t?`${e.lens} mm`:`parallel`}),w(`div`,{class:`field`},w(`div`,{class:`row spread`},w(`strong`,{},`Lens`),n),r)}function kT(e,t,n,r,i){let a=n.map(([e,t])=>w(`button`,{attributes:{type:`button`,role:`radio`},on:{click:()=>{i(e)}}},t));return e.studio.store.watch([`seen`],({seen:e})=>{n.forEach(([t],n)=>{a[n].className=r(e)===t?`on`:``,a[n].setAttribute(`aria-checked`,String(r(e)===t))})}),w(`div`,{class:`field`},w(`strong`,{},t),w(`div`,{class:`segments`,label:t,attributes:{role:`radiogroup`}},...a))}function AT({studio:{store:e}},t,n,r){let i=w(`input`,{attributes:{type:`checkbox`,role:`switch`},on:{change:()=>{r(i.checked)}}});return e.watch([`seen`,`turntable`],e=>{i.checked=n(e)}),w(`label`,{class:`switch`},t,i)}function jT(e){let t=w(`div`,{class:`row bookmarks`});e.studio.store.watch([`seen`],({seen:n})=>{t.replaceChildren(...n.bookmarks.map((t,r)=>w(`span`,{class:`bookmark`},w(`button`,{label:`Go to bookmark ${r+1}`,title:`Go to bookmark ${r+1}`,attributes:{type:`button`},on:{click:()=>{jl(e,t)}}},String(r+1)),O(`remove`,`Remove bookmark ${r+1}`,null,()=>{Dl(e,{bookmarks:n.bookmarks.filter(e=>e!==t)})}))))});let n=k(`Keep this view`,()=>{Al(e)},`small`);return n.title=`Up to 9, with the session (Shift-B)`,w(`div`,{class:`field`},w(`div`,{class:`row spread`},w(`strong`,{},`Bookmarks`),n),t)}function MT(e){let{store:t}=e.studio,n=k(`Choose`,()=>{sT(e)},`small`),r=k(`Remove`,()=>{cT(e)},`small`),i=w(`input`,{label:`Opacity of the picture`,attributes:{type:`range`,min:`0.05`,max:`1`,step:`0.05`},on:{input:()=>{t.state.reference&&t.set({reference:{...t.state.reference,opacity:i.valueAsNumber}})}}});return t.watch([`reference`],({reference:e})=>{i.hidden=r.hidden=e===null,i.value=String(e?.opacity??1),i.style.setProperty(`--from`,`0%`),i.style.setProperty(`--to`,`${100*(e?.opacity??1)}%`)}),w(`div`,{class:`field`},w(`div`,{class:`row spread`},w(`strong`,{title:`An image that is dropped on the model is shown behind it`},`Reference picture`),w(`span`,{class:`row`},r,n)),i)}function NT(e){let t=w(`span`,{class:`quiet`}),n=k(`Show all`,()=>{Pl(e)},`small`),r=w(`div`,{class:`field`},w(`div`,{class:`row spread`},w(`strong`,{},`Parts`),n),t);return e.studio.store.watch([`seen`,`model`],({seen:{hidden:e},model:i})=>{r.hidden=!$n(i),n.disabled=e.length===0,t.textContent=e.length===0?`H hides what is pointed at, Shift-H all others.`:`${e.length===1?`One is`:`${e.length} are`} hidden.`}),r}var PT=`Pull and paint on both sides, or on one`,FT=[[`pose`,`Posing tool`,`Pose: click places a handle, drag pulls`],[`box`,`Box`,`Select with a box`],[`lasso`,`Lasso`,`Select with a lasso`],[`brush`,`Brush on the surface; Ctrl erases`,`Paint on the surface`],[`linked`,`Linked: a click takes a whole part`,`Take a whole part`]];function IT(e,t){let{store:n}=e.studio,r=FT.map(([n,r,i])=>OC(e,t,n,r,i)),i=OC(e,t,`gizmo`,`Arrows and rings at the selected handles`),a=OC(e,t,`mirror`,PT,`Both sides`),o=w(`nav`,{class:`toolbar`,label:`Tools`},...r,w(`span`,{class:`rule flat`}),i,a);return n.watch([`gizmo`],({gizmo:e})=>{i.setAttribute(`aria-pressed`,String(e))}),n.watch([`mirror`,`asymmetric`,`keymap`],({mirror:e,asymmetric:t,keymap:n})=>{a.setAttribute(`aria-pressed`,String(e)),a.setAttribute(`aria-disabled`,String(t!==null)),a.title=t??EC(n,PT,`Pull and paint on both sides at once`)}),n.watch([`tool`],({tool:e})=>{FT.forEach(([t],n)=>{r[n].setAttribute(`aria-pressed`,String(e===t))})}),n.watch([`document`,`model`],({document:e,model:t})=>{o.hidden=t===null;let n=typeof B(e.method).paint!=`string`;FT.forEach(([e],t)=>{r[t].setAttribute(`aria-disabled`,String(!n&&(e===`brush`||e===`linked`)))})}),o}function LT(e,t){let n=(n,r)=>OC(e,t,r,n),r=n(`Wire frame`,`wire`),i=n(`Clay or the model's own colours`,`textured`),a=n(`Parallel view`,`perspective`),o=[`Front`,`Side`,`Top`].map(n=>DC(e,w(`button`,{class:`text-button`,attributes:{type:`button`},on:{click:()=>{TC(n).run(e,t)}}},n),n)),s=OC(e,t,`zup`,`Z is up, or Y`,`Z is up`);e.studio.store.watch([`wire`,`perspective`,`up`,`clay`,`model`,`keymap`],e=>{r.setAttribute(`aria-pressed`,String(e.wire)),i.hidden=!zt(e),i.setAttribute(`aria-pressed`,String(!e.clay)),i.title=EC(e.keymap,`Clay or the model's own colours`,e.clay?`Show the model's own colours`:`Show the model in clay`),a.setAttribute(`aria-pressed`,String(!e.perspective)),s.setAttribute(`aria-pressed`,String(e.up===`z`))});let c=w(`div`,{class:`views`,label:`Views`,attributes:{role:`toolbar`}},...o,w(`span`,{class:`rule`}),n(`Frame what is selected, or the model`,`frame`),a,r,i,s,DT(e));return e.studio.store.watch([`model`],({model:e})=>{c.hidden=e===null}),c}var RT=[[`handles`,`Handles`],[`own`,`Its own points`],[`surface`,`Surface`]];function zT(e){let{store:t}=e.studio,n=RT.map(([e,n])=>w(`button`,{attributes:{type:`button`,role:`radio`},on:{click:()=>{t.set({aim:e})}}},n)),r=w(`div`,{class:`segments`,label:`What is selected`,attributes:{role:`radiogroup`}},...n),i=w(`input`,{attributes:{type:`checkbox`,role:`switch`},on:{change:()=>{t.set({through:i.checked})}}}),a=w(`label`,{class:`switch`},w(`span`,{},`Also what is hidden`),i),o=w(`input`,{label:`Size of the brush`,attributes:{type:`range`,min:`6`,max:`160`,step:`1`},on:{input:()=>{t.set({brush:o.valueAsNumber})}}}),s=w(`label`,{class:`field`},w(`span`,{class:`quiet`},`Size`),o),c=BT(`Fade`,`Paint less firmly towards the rim of the brush`,e=>{t.set({soft:e})}),l=BT(`Both sides`,`Paint across the mirror plane of the model as well`,t=>{e.studio.setMirror(t)}),u=w(`div`,{class:`tool-options`},r,a,s,c.label,l.label);return t.watch([`tool`,`aim`,`through`,`brush`,`model`,`document`,`soft`,`mirror`],e=>{let{paint:d,fenced:f}=B(e.document.method),[,p,m]=n;if(p.hidden=f===void 0,f!==void 0&&(p.textContent=f.called),m.disabled=typeof d==`string`,m.title=typeof d==`string`?d:``,m.disabled&&e.aim===`surface`||p.hidden&&e.aim===`own`){t.set({aim:`handles`});return}let h=e.tool===`box`||e.tool===`lasso`;u.hidden=e.model===null||!h&&e.tool!==`brush`,r.hidden=!h,a.hidden=!h||e.aim===`handles`,s.hidden=e.tool!==`brush`;let g=typeof d!=`string`&&d.fades;c.label.hidden=e.tool!==`brush`||!g,l.label.hidden=h&&e.aim===`handles`||!g,c.box.checked=e.soft,l.box.checked=e.mirror,RT.forEach(([t],r)=>{n[r].classList.toggle(`on`,t===e.aim),n[r].setAttribute(`aria-checked`,String(t===e.aim))}),i.checked=e.through,o.valueAsNumber=e.brush,o.style.setProperty(`--from`,`0%`),o.style.setProperty(`--to`,`${100*(e.brush-6)/154}%`)}),u}function BT(e,t,n){let r=w(`input`,{attributes:{type:`checkbox`,role:`switch`},on:{change:()=>{n(r.checked)}}});return{label:w(`label`,{class:`switch`,title:t},w(`span`,{},e),r),box:r}}function VT(e){let{store:t}=e.studio,n=[25,75].map(e=>{let t=w(`div`,{class:`side`});return t.style.left=`${e}%`,t}),r=w(`div`,{class:`sides`},...n);return t.watch([`beside`,`document`,`pose`,`model`],({beside:e,document:t,pose:i,model:a})=>{r.hidden=e===null,e&&[{method:t.method,pose:i},e].forEach(({method:e,pose:t},r)=>{let i=a?.methods.find(t=>t.method===e)?.title??``,o=t?`${t.solve_ms.toFixed(1)} ms`:`building`;n[r].replaceChildren(i,w(`span`,{class:`quiet`},o))})}),r}var HT=6,UT=6e4,WT=60*UT,GT=24*WT;function KT(e){let{store:t}=e.studio,n=w(`ul`,{class:`sessions-cards`}),r=k(``,()=>{a=!0,o()},`small`),i=w(`section`,{class:`sessions`,label:`Sessions`},w(`h2`,{},`Go on where you left`),n,r),a=!1,o=()=>{let o=t.state.sessions??[],s=a?o:o.slice(0,HT);n.replaceChildren(...s.map(t=>qT(e,t))),r.textContent=`Show all ${o.length}`,r.hidden=s.length===o.length,i.hidden=o.length===0};return t.watch([`sessions`],o),i}function qT(e,t){let{studio:n}=e,r=t.picture?w(`img`,{attributes:{src:t.picture,alt:``}}):w(`span`,{class:`no-picture`}),i=[t.title===t.model?null:t.model,ZT(t.when,Date.now()),A(t.steps,`step`,`steps`),t.taken?`open elsewhere`:null].filter(e=>e!==null).join(` · `),a=w(`button`,{class:`session-open`,label:`Go on with ${t.title}`,title:new Date(t.when).toLocaleString(),attributes:{type:`button`},on:{click:()=>{n.openSession(t)}}},r,w(`strong`,{},t.title),w(`small`,{class:`quiet`},i));a.disabled=t.taken;let o=w(`li`,{class:`session`},a),s=O(`rename`,`Rename ${t.title}`,null,()=>{YT(e,o,t)}),c=w(`div`,{class:`session-tools`},s,O(`copy`,`Duplicate ${t.title}`,null,()=>{n.socket.send({type:`Duplicate`,id:t.id})}));return s.disabled=t.taken,!t.here&&!t.taken&&c.append(JT(e,t)),o.append(c),o}function JT({studio:e},{id:t,title:n}){let r=w(`span`,{class:`row`}),i=O(`remove`,`Remove ${n}`,null,()=>{let n=k(`Remove for good?`,()=>{e.socket.send({type:`RemoveSession`,id:t})},`small bad`);n.addEventListener(`blur`,()=>{r.replaceChildren(i)}),r.replaceChildren(n),n.focus()});return r.append(i),r}function YT({studio:e},t,{id:n,title:r}){let i=XT(r,t=>{e.socket.send({type:`Rename`,id:n,title:t})},()=>{i.remove()});t.append(i),i.select()}function XT(e,t,n){let r=!1,i=i=>{if(r)return;r=!0;let o=a.value.trim();i&&o&&o!==e&&t(o),n()},a=w(`input`,{class:`name-field`,label:`Name`,attributes:{type:`text`,maxlength:`80`},on:{keydown:e=>{e.stopPropagation(),e.key===`Enter`?i(!0):e.key===`Escape`&&i(!1)},blur:()=>{i(!0)}}});return a.value=e,a}function ZT(e,t){let n=t-Date.parse(e);return n<UT?`just now`:n<WT?`${A(Math.floor(n/UT),`minute`,`minutes`)} ago`:n<GT?`${A(Math.floor(n/WT),`hour`,`hours`)} ago`:n<7*GT?`${A(Math.floor(n/GT),`day`,`days`)} ago`:e.slice(0,10)}function QT(e){let{studio:t}=e,n=w(`div`,{class:`title`}),r=w(`span`,{class:`safe quiet`,attributes:{role:`status`}});return t.store.watch([`model`,`session`],t=>{n.replaceChildren(...$T(e,t,r))}),t.store.watch([`kept`,`connection`,`model`],e=>{let[t,n,i]=tE(e);r.textContent=t,r.title=n,r.classList.toggle(`bad`,i)}),n}function $T(e,{model:t,session:n},r){let i=w(`img`,{class:`mark`,attributes:{src:`./assets/icon.svg`,alt:``}});return t?[i,w(`button`,{class:`crumb`,label:`Pliant: open another model`,title:`All sessions and samples; this session is kept`,attributes:{type:`button`},on:{click:()=>{e.studio.close()}}},w(`strong`,{},`Pliant`)),w(`span`,{class:`quiet`},`/`),eE(e,n?.title?n.title:t.name,t.words),r]:[i,w(`strong`,{},`Pliant`)]}function eE({studio:e},t,n){let r=w(`button`,{class:`crumb name`,title:n,label:`Session ${t}`,attributes:{type:`button`,"aria-haspopup":`menu`,"aria-expanded":`false`}},t),i=w(`div`,{class:`menu left`,attributes:{role:`menu`}}),a=w(`div`,{class:`holder`},r,i),o=e=>{i.hidden=!e,r.setAttribute(`aria-expanded`,String(e)),e&&i.querySelector(`button`)?.focus()},s=(e,t)=>()=>{let n=XT(e,t,()=>{n.replaceWith(r)});r.replaceWith(n),n.select()},c=()=>e.store.state.session?.id??``,l=(e,t,n)=>w(`button`,{attributes:{type:`button`,role:`menuitem`},on:{click:()=>{o(!1),n()}}},e,w(`small`,{},t));return i.append(l(`Rename`,`a session with a name is never tidied away`,s(t,t=>{e.socket.send({type:`Rename`,id:c(),title:t})})),l(`Save as`,`go on in a copy; this one stays as it is`,s(`${t} 2`,t=>{e.socket.send({type:`SaveAs`,title:t})})),l(`Duplicate`,`a copy for later, with its history`,()=>{e.socket.send({type:`Duplicate`,id:c()}),e.say(`${t} was copied; the start page lists the copy.`)}),l(`All sessions`,`this one is kept`,()=>{e.close()})),o(!1),r.addEventListener(`click`,()=>{o(i.hidden===!0)}),a.addEventListener(`focusout`,e=>{a.contains(e.relatedTarget)||o(!1)}),a.addEventListener(`keydown`,e=>{e.key!==`Escape`||i.hidden||(e.stopPropagation(),o(!1),r.focus())}),a}function tE({kept:{sent:e,safe:t,failure:n},connection:r,model:i}){return!i||e===0?[``,``,!1]:n===null?e<=t?[`Saved`,`Every step is on disk.`,!1]:r===`open`?[`Saving`,`The last step is on its way to the disk.`,!1]:[`Not on disk yet`,`The server is away. Steps wait in this page.`,!0]:[`Not on disk`,n,!0]}function nE(e,t){let{studio:n}=e,r=w(`div`,{class:`segments`,label:`Method`,attributes:{role:`radiogroup`}}),i=(n,r)=>OC(e,t,n,r),[a,o,s]=[i(`undo`,`Undo`),i(`redo`,`Redo`),i(`save`,`Save the rig`)],c=aE(e),[l,u]=[i(`find`,`Find an action by its name`),i(`help`,`Keys`)],d=w(`header`,{class:`topbar`},QT(e),w(`div`,{class:`row`},r,iE(e)),w(`div`,{class:`tail`},a,o,w(`span`,{class:`rule`}),s,c,w(`span`,{class:`rule`}),oE(e),l,u));return n.store.watch([`model`,`document`,`rig`,`progress`],t=>{r.replaceChildren(...rE(e,t)),r.querySelector(`.on`)?.scrollIntoView({block:`nearest`,inline:`nearest`})}),n.store.watch([`history`,`keymap`],({history:e,keymap:t})=>{a.disabled=e.done.length===0,o.disabled=e.undone.length===0,a.title=EC(t,`Undo`,`Undo${e.done.length?`: ${e.done.at(-1).label}`:``}`),o.title=EC(t,`Redo`,`Redo${e.undone.length?`: ${e.undone.at(-1).label}`:``}`)}),n.store.watch([`model`,`rig`],({model:e,rig:t})=>{d.classList.toggle(`bare`,e===null),s.disabled=!t,c.querySelector(`button`).disabled=!t}),d}function rE(e,t){return(t.model?.methods??[]).map(n=>{let r=n.method===t.document.method,i=w(`button`,{class:r?`on`:n.fits?``:`unfit`,title:n.fits?n.title:`${n.title}: ${n.why}`,attributes:{type:`button`,role:`radio`,"aria-checked":String(r)},on:{click:()=>{e.studio.choose(n.method)}}},n.title);return i.disabled=!n.fits||t.progress!==null,i})}function iE(e){let{studio:t}=e,n=()=>{let{model:e,document:n}=t.store.state;return e?.methods.find(e=>e.fits&&e.method!==n.method)?.method??null},r=O(`compare`,`Compare two methods side by side`,null,()=>{t.compare(t.store.state.beside?null:n())});return t.store.watch([`model`,`document`,`beside`,`rig`,`progress`],({beside:e,rig:t,progress:i})=>{r.hidden=n()===null,r.disabled=t===null||i!==null&&e===null,r.setAttribute(`aria-pressed`,String(e!==null))}),r}function aE(e){let t=w(`div`,{class:`menu`,attributes:{role:`menu`}});t.hidden=!0;let n=w(`button`,{class:`button`,attributes:{type:`button`,"aria-haspopup":`menu`,"aria-expanded":`false`,"data-tour":`export`}},D(`export`),`Export`),r=e=>{t.hidden=!e,n.setAttribute(`aria-expanded`,String(e)),e&&t.querySelector(`button`)?.focus()},i=()=>{r(!1)},a=yC().map(t=>{let n=w(`button`,{attributes:{type:`button`,role:`menuitem`},on:{click:()=>{r(!1),e.studio.export(t.kind)}}},t.title,w(`small`,{},t.hint));return e.studio.store.watch([`document`,`rig`],e=>{n.hidden=t.fits?.(e)===!1}),n});t.append(...a,lC(e,i,!1),...pC(e,i),lC(e,i,!0)),n.addEventListener(`click`,()=>{r(t.hidden===!0)});let o=w(`div`,{class:`holder`},n,t);return o.addEventListener(`focusout`,e=>{o.contains(e.relatedTarget)||r(!1)}),o.addEventListener(`keydown`,e=>{e.key!==`Escape`||t.hidden||(e.stopPropagation(),r(!1),n.focus())}),o}function oE(e){let t=w(`div`,{class:`holder`});return e.studio.store.watch([`theme`,`systemDark`],n=>{let r=It(n);t.replaceChildren(O(r?`light`:`dark`,r?`Light colours`:`Dark colours`,null,()=>{e.studio.store.set({theme:r?`light`:`dark`})}))}),t}var sE=100,cE=22;function lE(e){let{store:t}=e.studio,n=w(`strong`,{}),r=w(`p`,{}),i=w(`span`,{class:`quiet`}),a=k(`Leave`,()=>{t.set({tour:null})},`small`),o=k(`Skip`,()=>{t.state.tour&&t.set({tour:Sl(t.state.tour.step+1,El(e))})},`small`),s=w(`div`,{class:`tour-card`,label:`Tour`,attributes:{role:`dialog`,"aria-live":`polite`}},n,r,w(`div`,{class:`row`},i,a,o)),c=w(`div`,{class:`tour-ring`}),l=w(`div`,{class:`tour`},c,s),u=()=>{let{tour:n}=t.state;if(!n)return;let r=Cl(n,El(e));r===n?uE(e,n.step,c,s):t.set({tour:r})},d=0,f=null;return t.watch([`tour`,`model`,`progress`],({tour:t,model:a,progress:p})=>{if(l.hidden=t===null||a===null||p!==null,window.clearInterval(d),l.hidden&&(f=null),l.hidden||t===null)return;d=window.setInterval(u,sE);let{title:m,words:h}=bl[t.step];n.textContent=m,r.textContent=h,i.textContent=`${t.step+1} of ${bl.length}`,o.textContent=t.step+1===bl.length?`Done`:`Skip`,uE(e,t.step,c,s),f===null&&document.activeElement===document.body&&o.focus({preventScroll:!0}),f=t.step}),l}function uE(e,t,n,r){let{at:i}=bl[t],a=i===null?dE(e):document.querySelector(i)?.getBoundingClientRect();n.hidden=!a||a.width===0;let o=n.hidden||!a?e.stage.canvas.getBoundingClientRect():a;Object.assign(n.style,{left:`${o.left-4}px`,top:`${o.top-4}px`,width:`${o.width+8}px`,height:`${o.height+8}px`});let{left:s,top:c}=wl(o,{width:r.offsetWidth,height:r.offsetHeight},{width:innerWidth,height:innerHeight});Object.assign(r.style,{left:`${s}px`,top:`${c}px`})}function dE({studio:e,stage:t}){let{document:n,pose:r,rig:i}=e.store.state,{left:a,top:o,width:s,height:c}=t.canvas.getBoundingClientRect(),l=n.handles.find(({pinned:e})=>!e),{x:u,y:d}=l?f(t.lens,yt(n,r?.reached??null,l,i?.pins)):{x:s/2,y:c/2};return new DOMRect(a+u-cE,o+d-cE,44,44)}function fE(e){let{studio:t}=e,n=w(`div`,{class:`cards`}),r=w(`div`,{class:`cards small`}),i=w(`div`),a=w(`section`,{class:`recent`,label:`Recent`}),o=w(`section`,{class:`welcome`,label:`Start`},w(`div`,{class:`welcome-inner`},w(`h1`,{},`Pose a mesh by pulling on it`),w(`p`,{class:`quiet lead`},`Start with a sample, or drop a mesh of your own.`),w(`p`,{class:`tour-start`},k(`Take the tour of one minute`,()=>{Tl(e)})),i,KT(e),n,r,_E(e),a));return t.store.watch([`welcome`],({welcome:t})=>{let o=t?.samples??[];n.replaceChildren(...o.filter(({parts:e})=>!e).map(t=>pE(e,t))),r.replaceChildren(...o.filter(({parts:e})=>e).map(t=>pE(e,t))),i.replaceChildren(...t?.found?[hE(e,t.found)]:[]),a.replaceChildren(...mE(e,t?.recent??[])),a.hidden=(t?.recent??[]).length===0}),t.store.watch([`model`,`welcome`,`progress`],e=>{o.hidden=e.model!==null||(e.welcome?.open??null)!==null,o.toggleAttribute(`inert`,e.progress!==null)}),o}function pE(e,t){let n=w(`img`,{attributes:{src:`./assets/samples/${t.name}.webp`,alt:``},on:{error:()=>{n.classList.add(`missing`)}}});return w(`button`,{class:`card`,title:t.words,attributes:{type:`button`},on:{click:()=>{e.studio.openSample(t.name)}}},n,w(`strong`,{},t.title),w(`span`,{class:`quiet`},t.words))}function mE(e,t){return[w(`h2`,{},`Recent`),w(`ul`,{},...t.map(({name:t,folder:n},r)=>w(`li`,{},w(`button`,{attributes:{type:`button`},on:{click:()=>{e.studio.openRecent(r,t)}}},w(`span`,{},t),w(`span`,{class:`quiet`},n)))))]}function hE(e,t){let n=t.steps===1?`1 step`:`${t.steps.toLocaleString(`en-US`)} steps`;return w(`div`,{class:`offer`,attributes:{role:`status`}},w(`div`,{},w(`strong`,{},`Go on with ${t.model}?`),w(`div`,{class:`quiet`},`${n} from ${t.when} were kept.`)),w(`div`,{class:`row`},k(`Not now`,()=>{gE(e)}),k(`Go on`,()=>{e.studio.recover()},`primary`)))}function gE({studio:{store:e}}){let{welcome:t}=e.state;t&&e.set({welcome:{...t,found:null}})}function _E(e){let t=w(`input`,{label:`Choose files`,attributes:{type:`file`,multiple:``,accept:[...ra,...ia].join()},on:{change:()=>{e.studio.openFiles(ca(t.files??[])),t.value=``}}});return t.hidden=!0,w(`div`,{class:`drop`},D(`open`),w(`span`,{},`Drop files here: a mesh, poses of one mesh, a rig, or a robot (URDF, MJCF) with its meshes, also as a folder`),k(`Choose files`,()=>{t.click()}),t)}function vE(e,t){t.addEventListener(`dragover`,e=>{e.preventDefault(),t.classList.add(`dropping`)}),t.addEventListener(`dragleave`,e=>{t.contains(e.relatedTarget)||t.classList.remove(`dropping`)}),t.addEventListener(`drop`,n=>{n.preventDefault(),t.classList.remove(`dropping`);let[r,...i]=n.dataTransfer?.files??[];e.studio.store.state.model&&i.length===0&&aT(r)?oT(e,r):n.dataTransfer&&yE(e,n.dataTransfer)})}async function yE(e,t){let{studio:n}=e,r=t.items.length;try{let i=await la(t);r&&i.length===0&&n.say(`Nothing of this can be opened; files with one of ${ra.join(`, `)} are needed.`,!0),n.store.state.model&&oa(i)?await ul(e,i.map(({file:e})=>e)):n.store.state.model&&sa(i)?await n.motion.load(i):await n.openFiles(i)}catch(e){n.say(`What was dropped cannot be read (${e instanceof Error?e.message:String(e)}). Choose the files instead.`,!0)}}var bE=`pliant.left`;function xE(e){try{sessionStorage.setItem(bE,JSON.stringify(e))}catch{sessionStorage.setItem(bE,JSON.stringify({...e,steps:[]}))}}function SE(e){let t=sessionStorage.getItem(bE);sessionStorage.removeItem(bE);let n=t===null?null:JSON.parse(t);return n?.id===e?n:null}var CE=150;function wE(e,{at:t,azimuth:n,elevation:r,distance:i}){let{perspective:a,up:o,selection:s,partSelection:c,tab:l,panels:u,timelineOpen:d,wire:f,baking:p,exporting:m,graph:h,trails:g,autoKey:_,seen:v}=e;return{type:`Look`,at:[...t],azimuth:n,elevation:r,distance:i,perspective:a,up:o,selection:[...s],parts:[...c],tab:l,panels:u,timeline:d,wire:f,baking:p!==null&&p.done<p.total,task:m,curves:h,trails:g,auto_key:_,seen:v}}function TE(e,t){let{perspective:n,up:r,selection:i,parts:a,tab:o,panels:s,timeline:c,wire:l,curves:u,trails:d,auto_key:f,seen:p}=e;return{perspective:n,up:r,selection:i.filter(e=>t.has(e)),partSelection:a,tab:o,panels:s,timelineOpen:c,wire:l,graph:u??!1,trails:d??!1,autoKey:f??!1,...p?{seen:p}:{}}}function EE({studio:e,stage:t}){let{store:n,socket:r}=e,i=``,a=0,o=()=>{clearTimeout(a),a=0;let{model:e,session:o,connection:s}=n.state;if(!e||!o||s!==`open`)return;let c=wE(n.state,t.camera.gaze),l=`${o.id} ${JSON.stringify(c)}`;l!==i&&r.send(c)&&(i=l)},s=()=>{a||=window.setTimeout(o,CE)};n.watch([`model`,`session`,`connection`,`selection`,`partSelection`,`tab`,`panels`,`timelineOpen`,`wire`,`perspective`,`up`,`baking`,`exporting`,`graph`,`trails`,`autoKey`,`seen`],s);let c=t.camera.gaze;t.onFrame(()=>{t.camera.gaze===c||n.state.turntable||(c=t.camera.gaze,s())}),window.addEventListener(`pagehide`,()=>{e.editor.end(),o();let{session:r,model:i}=n.state;r&&i&&xE({id:r.id,look:wE(n.state,t.camera.gaze),steps:e.commits.waiting})})}var DE=1200;function OE({studio:e,stage:t}){let n=0;e.takePicture=()=>{clearTimeout(n);let{model:r,session:i,pose:a}=e.store.state,o=r&&i&&a?t.picture():null;o&&e.socket.send({type:`ShowPicture`,picture:o})},e.store.watch([`kept`,`session`],({session:t})=>{clearTimeout(n),t&&(n=window.setTimeout(()=>{e.takePicture?.()},DE))})}var kE=`Unfinished change`;function AE({base:e,done:t,undone:n}){let r=e,i=[...t,...n].map(e=>{let[t,n]=NE(r,e);return r=n,t});return{done:i.slice(0,t.length),undone:i.slice(t.length).reverse()}}function jE(e,t){let n=Object.keys(t);return new xt(kE,PE(ME(e,t),n),PE(e,n))}function ME(e,t){if(!(`slices`in t))return{...e,...t};let n={...e.slices,...t.slices},r=Object.fromEntries(Object.entries(n).filter(([,e])=>e!==null));return{...e,...t,slices:r}}function NE(e,{label:t,names:n,before:r,after:i}){let a=ME(e,r),o=ME(a,i);return[new xt(t,PE(a,n),PE(o,n)),o]}function PE(e,t){return Object.fromEntries(t.map(t=>[t,e[t]]))}function FE({methods:e,document:t,start:n},r){let i=e.find(({method:e})=>e===t.method),a=e.filter(({fits:e,method:n})=>e&&n!==t.method),o=i&&a.length>0?[{words:`${i.title} was chosen: ${n.reason}.`,ways:a.map(e=>({title:e.title,method:e.method}))}]:[],s=r===`z`?[{words:`This model stands along z; it is shown so.`,ways:[{title:`Y is up`,up:`y`}]}]:[];return[...o,...s]}function IE(e,t){return{words:`${e} poses the model now.`,ways:[{title:`Back to ${t.title}`,method:t.method}]}}function LE(e,t){if(!e)return null;let n=e=>t[e],r=Object.keys(t).flatMap(e=>/^uv\d+$/.test(e)?[Number(e.slice(2))]:[]);return{...e,source:n(`source`),smooth:n(`smooth`),faces:n(`faces`),normals:t.normals,colours:qt(t,`colours`),uv:new Map(r.map(e=>[e,t[`uv${e}`]]))}}var RE=[`on its way`,`out of time`],zE=`out of time`,BE=class{studio;constructor(e){this.studio=e}lost(e){let{store:t,poser:n}=this.studio;n.reset(),this.studio.motion.playback.stop(),this.studio.motion.frames.forget(),this.studio.forgetAwaited(),t.state.connection!==`old`&&t.set({connection:e?`refused`:`lost`,progress:null})}take(e,t){switch(e.type){case`Welcome`:this.welcome(e);break;case`Model`:this.model(e,t);break;case`Picture`:this.picture(e,t);break;case`Ready`:this.ready(e,t);break;case`Posed`:this.posed(e,t);break;case`Example`:this.example(e,t);break;case`Mirror`:this.studio.mirrored(e,t.partner);break;case`Shape`:this.studio.shaped(e.name,t.V);break;case`Overlay`:this.overlay(e,t);break;case`Progress`:this.progress(e);break;case`File`:this.file(e);break;case`Kept`:this.kept(e);break;case`Sessions`:this.studio.store.set({sessions:e.cards});break;case`SessionNamed`:this.studio.has(e.id,e.title);break;case`Unbuilt`:this.studio.store.set({unbuilt:e.method});break;case`Trouble`:this.trouble(e);break;case`Baking`:this.studio.motion.frames.baked(e);break;case`Frame`:this.studio.motion.frames.take(e,t);break;case`TrackTaken`:this.studio.motion.takeTrack(e);break;case`ClipTaken`:this.studio.motion.takeClip(e);break;default:for(let t of Sf)t.take?.(this.studio,e)}}welcome(e){let{store:t,socket:n}=this.studio;e.version===13?(t.set({connection:`open`,welcome:e}),e.open===null?(t.state.model&&this.studio.say(`The server no longer has this session. Open the model again.`,!0),this.studio.forget(),n.send({type:`WantSessions`})):t.state.model||t.set({progress:{share:0,what:`Opening ${e.open}`,over:!1}})):t.set({connection:`old`})}model(e,t){let{store:n,poser:r,camera:i}=this.studio,a=t.V,o=t.F,s=n.state,{model:c}=s,{session:l,...u}=e,d=l,f=c!==null&&s.session?.id===d.id&&c.V.length===a.length,p=f?null:SE(d.id),m=f&&i?wE(s,i.gaze()):p?.look??d.look,h=f?VE(s):HE(e,d);r.reset(),this.studio.forgetAwaited(),this.studio.motion.frames.forget(),this.studio.asked=Cf(e.document);let g=h.document.timeline.rows.length>0;for(let e of s.pictures.values())e?.close();n.set({...Rf,model:{...u,V:a,F:o,sides:t.sides??null,surface:LE(e.surface,t)},...h,timelineOpen:g,progress:null}),this.studio.has(d.id,d.title),m&&n.set(TE(m,new Set(h.document.handles.map(({id:e})=>e)))),m&&i?.restore(m),this.studio.fresh&&!f&&!m&&n.set({choices:FE(e,n.state.up)}),this.studio.fresh=!1,e.surface?.words&&!f&&this.studio.say(e.surface.words),this.goOn(d,h.document,m,f||(p?.steps.length??0)>0),p&&this.studio.commits.takeOver(p.steps)&&(this.studio.socket.send({type:`OpenSession`,id:d.id}),n.set({session:null}))}goOn(e,t,n,r){let{store:i,commits:a,editor:o}=this.studio,s=!r&&e.told.length>0&&t.handles.every(({target:t},n)=>t.every((t,r)=>t===e.told[n][r]));this.studio.timeline=s?If.timeline:t.timeline,this.studio.interrupted=n&&!e.busy?{baking:n.baking??!1,task:n.task??null}:null,e.busy&&i.set({exporting:n?.task??null}),e.words&&!r&&this.studio.say(e.words,!0),a.begin(e,r),!r&&e.unfinished&&o.keep()}async picture({index:e,kind:t},n){let{store:r}=this.studio,{model:i}=r.state,a=new Blob([n.data],{type:t}),o=await createImageBitmap(a,{premultiplyAlpha:`none`,colorSpaceConversion:`none`}).catch(()=>null);r.state.model===i?(o||this.studio.say(`An image of the model cannot be read; its texture is left out.`,!0),r.set({pictures:new Map(r.state.pictures).set(e,o)})):o?.close()}ready(e,t){let{store:n}=this.studio,r=(n.state.model?.V.length??0)/3,i={...e,n:r,influences:qt(t,`influences`),blend:Kt(t,`weights`),carry:Kt(t,`carry`),...B(e.method).rig?.(e,t)},{beside:a,document:o}=n.state;e.method===a?.method&&e.method!==o.method?n.set({beside:{...a,rig:i}}):n.set({rig:i,overlay:null,overlayWanted:null,unbuilt:null}),i.method===o.method&&(this.studio.asked=wf(i)),this.studio.follow(o),B(o.method).blends&&this.studio.wantThumbnails()}posed(e,t){let{store:n,poser:r,editor:i,socket:a}=this.studio,o=r.about(e.turn);if(!o)return;let s={...e,...Ef(e.method,t,o,null)},{beside:c}=n.state;if(e.method!==o.method){c?.method===e.method&&n.set({beside:{...c,pose:s}}),RE.includes(e.status)&&r.goOn(o,e.status===zE);return}r.answered(e.turn);for(let e of Sf)e.posed?.(this.studio,o);if(n.state.playing)return;this.studio.interrupted&&this.studio.goOn(),RE.includes(e.status)&&r.goOn(o,e.status===zE),n.state.clip||n.set({pose:s}),this.studio.posed=e.targets?this.studio.motion.moved(o,e.targets,e.numbers):o,this.studio.settle();let l=n.state.overlayWanted;if(l===null)return;let u=Ff(o.method,l);u.unblended&&o.weights?this.studio.show(null):u.moves&&!r.busy&&!i.inGesture&&a.send({type:`WantOverlay`,kind:l})}example(e,t){let{store:n,socket:r,thumbnail:i}=this.studio,{model:a,rig:o,thumbnails:s,document:c}=n.state,l=t.V;if(!a||!i||l.length!==a.V.length)return;let u=B(c.method);if(u.pictured){u.pictured(this.studio,e.index,i(l));return}n.set({thumbnails:new Map(s).set(e.index,i(l))});let d=Xt(a,o).find(t=>t>e.index);d!==void 0&&r.send({type:`WantExample`,index:d})}overlay(e,t){let{store:n}=this.studio;e.kind===n.state.overlayWanted&&n.set({overlay:{...e,rgb:t.rgb,dots:Kt(t,`dots`),parts:qt(t,`parts`)}})}file({ticket:e,name:t,words:n}){this.studio.store.set({exporting:null}),UE(e,t,this.studio.token),n&&this.studio.say(n)}kept(e){let{failure:t}=this.studio.store.state.kept;this.studio.commits.kept(e),e.failure!==null&&t===null&&this.studio.say(e.failure,!0),e.failure===null&&t!==null&&this.studio.say(`Everything is on disk again. Nothing was lost.`)}trouble(e){let{store:t,poser:n}=this.studio;if(this.studio.say(e.words,!0),e.turn!==null){let r=n.answered(e.turn);if(!r)return;let i=B(r.method);i.unfinished?.(r)&&this.studio.keep(t.state.document),i.refused?.(this.studio,r);return}this.studio.motion.frames.failed(),this.studio.forgetAwaited();let{overlayWanted:r,overlay:i}=t.state;t.set({progress:null,exporting:null,overlayWanted:i?r:null}),this.fallBack()}progress(e){let t=e.over&&e.what===`cancelled`;this.studio.store.set({progress:e.over?null:e,...t?{exporting:null}:{}}),t&&this.fallBack()}fallBack(){let{store:e,editor:t}=this.studio,{rig:n,model:r,beside:i,welcome:a}=e.state;for(!r&&a&&e.set({welcome:{...a,open:null}}),i&&!i.rig&&e.set({beside:null}),n||(this.studio.asked=null),r&&!n&&e.set({unbuilt:e.state.document.method});n&&wf(n)!==Cf(e.state.document)&&e.state.history.done.length>0;)t.undo()}};function VE({document:e,history:t,dragged:n,regions:r,told:i}){return{document:e,history:t,dragged:n,regions:r,told:i}}function HE({document:e,regions:t},{history:n,unfinished:r,told:i}){let a=AE(n);return{document:e,history:r?{done:[...a.done,jE(e,r)],undone:[]}:a,dragged:a.done.length>0,regions:new Map(t.map(({name:e,runs:t,levels:n})=>[e,{runs:t,levels:n}])),told:new Map(i.map((t,n)=>[e.handles[n].id,t]))}}function UE(e,t,n){let r=document.createElement(`a`);r.href=`./download/${encodeURIComponent(e)}?token=${encodeURIComponent(n)}`,r.download=t,r.click()}var WE=class{store;send;number=0;unsafe=[];constructor(e,t){this.store=e,this.send=t}commit(e,t,n,r){this.number+=1;let i=r&&(e===`step`||e===`amend`)?{before:r.revert(n),names:Object.keys(r.before)}:{},a={type:`Commit`,label:t,document:n,kind:e,number:this.number,...i};this.unsafe.push(a),this.send(a),this.tell({sent:this.number})}get waiting(){return this.unsafe}takeOver(e){let t=e.filter(e=>(e.number??0)>this.number);for(let e of t)this.number=e.number??this.number,this.unsafe.push(e),this.send(e);return t.length&&this.tell({sent:this.number}),t.length>0}kept({number:e,failure:t}){this.unsafe=this.unsafe.filter(t=>(t.number??0)>e),this.tell({safe:e,failure:t})}begin({number:e},t){let n=t?this.unsafe.filter(t=>(t.number??0)>e):[];this.unsafe=n,this.number=Math.max(e,n.at(-1)?.number??0),this.tell({sent:this.number,safe:n.length?e:this.number,failure:null});for(let e of n)this.send(e)}tell(e){this.store.set({kept:{...this.store.state.kept,...e}})}},GE=class{store;followers;gestures=0;before=null;constructor(e,t){this.store=e,this.followers=t}get inGesture(){return this.before!==null}edit(e,t){this.end(),this.perform(e,t,null),this.commit(`step`)}gesture(e,t){if(this.before?.label!==e){this.end();let{document:t,history:n}=this.store.state;this.before={label:e,document:t,history:n},this.gestures+=1}this.perform(e,t,`gesture ${this.gestures}`)}end(){this.before&&(this.before=null,this.commit(`step`))}commit(e){let{document:t,history:n}=this.store.state,r=n.done.at(-1)??null;this.followers.committed(r?.label??``,t,e,r)}keep(){this.commit(`step`)}drop(){if(!this.before)return;let{document:e,history:t}=this.before;this.before=null,this.store.set({document:e,history:t}),this.followers.changed(e)}amend(e,t){let{document:n,history:r}=this.store.state,i=r.done.at(-1);if(!i){this.edit(e(``),t);return}let a=St(i.label,n,t),o=new xt(e(i.label),{...a.before,...i.before},{...i.after,...t});this.store.set({document:a.apply(n),history:{done:[...r.done.slice(0,-1),o],undone:[]}}),this.followers.changed(this.store.state.document),this.commit(`amend`)}undo(){this.step(Et,`Undo`)}redo(){this.step(Dt,`Redo`)}refuse(){this.end();let{document:e,history:t}=this.store.state,n=t.done.at(-1);if(!n)return;let r=n.revert(e);this.store.set({document:r,history:Tt(t)}),this.followers.changed(r),this.followers.committed(`Refused: ${n.label}`,r,`refuse`,null)}perform(e,t,n){let{document:r,history:i}=this.store.state,a=St(e,r,tt(r,t),n);this.store.set({document:a.apply(r),history:wt(i,a)}),this.followers.changed(this.store.state.document)}step(e,t){this.end();let{document:n,history:r,selection:i}=this.store.state,a=e(r,n);if(!a)return;let[o,s]=a,c=(t===`Undo`?r.done:r.undone).at(-1)?.label??``,l=new Set(s.handles.map(e=>e.id));this.store.set({document:s,history:o,selection:i.filter(e=>l.has(e))}),this.followers.changed(s),this.followers.committed(`${t}: ${c}`,s,t===`Undo`?`undo`:`redo`,null)}},KE=class{ask;waits;picture;clock;turn=0;inFlight=null;waiting=null;last=null;moved=-1/0;constructor(e,t=()=>void 0,n=e=>{requestAnimationFrame(e)},r={now:()=>performance.now(),after:(e,t)=>{setTimeout(t,e)}}){this.ask=e,this.waits=t,this.picture=n,this.clock=r}get busy(){return this.inFlight!==null||this.waiting!==null}get asked(){return this.inFlight!==null}want(e,t=!1){this.waiting={document:e,keyed:t},this.moved=this.clock.now(),this.next(),this.waits(this.asked)}answered(e){if(this.inFlight?.turn!==e)return null;let{document:t}=this.inFlight;return this.last=this.inFlight,this.inFlight=null,this.next(),this.waits(this.asked),t}goOn(e,t=!1){if(this.busy)return;this.waiting={document:e,keyed:!1};let n=()=>{this.picture(()=>{this.next()})},r=t?this.moved+80-this.clock.now():0;r>0?this.clock.after(r,n):n()}about(e){return[this.inFlight,this.last].find(t=>t?.turn===e)?.document??null}reset(){this.inFlight=null,this.waiting=null,this.waits(!1)}next(){if(this.inFlight||!this.waiting)return;let{document:e,keyed:t}=this.waiting;this.turn+=1,this.ask({type:`Solve`,turn:this.turn,document:e,start:!0,beside:null,keyed:t})&&(this.inFlight={turn:this.turn,document:e},this.waiting=null)}},qE=class{studio;number=0;key=null;keys=new WeakMap;waiting=new Map;constructor(e){this.studio=e}keyOf(e){let t=this.keys.get(e)??rt(Nf(e));return this.keys.set(e,t),t}next(){return this.number+=1,this.number}get busy(){return this.waiting.size>0}get fresh(){return this.studio.store.state.baking!==null&&this.key===this.keyOf(this.studio.store.state.document)}bake(){let{store:e,socket:t}=this.studio,{document:n,clip:r,rig:i}=e.state;if(r||!i||n.timeline.rows.length===0||this.fresh)return;this.key=this.keyOf(n);let a=this.next();this.studio.editor.end(),t.send({type:`Bake`,number:a})&&e.set({baking:{number:a,done:0,total:0}})}forget(){this.key=null,this.waiting.clear(),this.studio.store.state.baking&&this.studio.store.set({baking:null})}failed(){let{baking:e}=this.studio.store.state;!e||e.total>0&&e.done===e.total||(this.studio.motion.playback.stop(),this.studio.store.set({baking:{...e,total:e.done}}))}baked({number:e,done:t,total:n}){let{store:r}=this.studio;r.state.baking?.number===e&&r.set({baking:{number:e,done:t,total:n}})}get shown(){let{clip:e,baking:t}=this.studio.store.state;return e?.number??t?.number}has(e){let{clip:t,baking:n,document:{timeline:r}}=this.studio.store.state;return t?e>=t.first&&e<t.first+t.count:n!==null&&e>=r.first&&e<r.first+n.done}want(e,t){let n=this.shown;if(n===void 0||!this.has(e)||!this.studio.socket.send({type:`WantFrame`,number:n,frame:e}))return!1;let r=`${n} ${e}`;return this.waiting.set(r,[...this.waiting.get(r)??[],t]),!0}take({number:e,frame:t,weights:n},r){let i=`${e} ${t}`,a=this.waiting.get(i)??[];this.waiting.delete(i);let o=n&&e===this.shown?JE(n,r,this.studio.store.state):null;for(let e of a)e(o)}};function JE(e,t,{document:n,pose:r}){let{method:i}=n;return{method:i,weights:e,status:`converged`,iterations:0,energy:0,solve_ms:r?.solve_ms??0,targets:null,numbers:null,...Ef(i,t,n,r)}}var YE=44,XE=5,ZE=[1,2,5,10,20,50,100,200,500,1e3,2e3,5e3,1e4];function QE({first:e,last:t,width:n}){return Math.max(n-28,1)/Math.max(t-e,1)}function $E(e,t){return 14+(t-e.first)*QE(e)}function eD(e,t){let n=Math.round(e.first+(t-14)/QE(e));return Math.min(Math.floor(e.last),Math.max(Math.ceil(e.first),n))}function tD(e){let t=QE(e),n=e=>ZE.find(n=>n*t>=e)??ZE.at(-1),r=n(XE),i=n(YE),a=[];for(let t=Math.ceil(e.first/r)*r;t<=e.last;t+=r)a.push({frame:t,named:t%i===0});return a}function nD(e,{count:t,step:n},r,i){let a=[];for(let o=1;o<=t;o++)for(let s of[!0,!1]){let c=e+(s?-o:o)*n;c>=r&&c<=i&&a.push({frame:c,before:s,near:1-(o-1)/t})}return a}function rD(e,t,n,r,i){let a=r.last-r.first+1,o=Math.floor(t*n+1e-6)+Math.min(Math.max(e,r.first),r.last)-r.first;return i?{frame:r.first+o%a,over:!1}:{frame:r.first+Math.min(o,a-1),over:o>=a}}var iD=class{studio;request=0;since=0;from=1;asked=!1;constructor(e){this.studio=e}toggle(){this.studio.store.state.playing?this.stop():this.start()}start(){let{studio:e}=this,{document:t,clip:n,rig:r}=e.store.state;if(!n&&(!r||t.timeline.rows.length===0)){e.say(`Nothing is keyed yet. Pull a handle and press K, go to another frame, and do so again.`);return}e.editor.end(),e.motion.frames.bake();let{first:i,last:a}=this.range;this.from=e.motion.shownFrame>=a?i:e.motion.shownFrame,this.since=performance.now(),this.asked=!1,e.store.set({playing:!0,playhead:this.from}),this.request=requestAnimationFrame(e=>{this.tick(e)})}stop(){cancelAnimationFrame(this.request);let{playing:e,playhead:t}=this.studio.store.state;e&&(this.studio.store.set({playing:!1}),t!==null&&this.studio.motion.goTo(t))}get range(){return this.studio.motion.range}tick(e){let{store:t,motion:{frames:n}}=this.studio;if(!t.state.playing)return;this.request=requestAnimationFrame(e=>{this.tick(e)}),n.bake();let{frame:r,over:i}=rD(this.from,(e-this.since)/1e3,this.range.fps,this.range,t.state.looping);i?this.stop():n.has(r)?r===t.state.playhead||this.asked||(this.asked=n.want(r,e=>{this.asked=!1,e&&t.state.playing&&t.set({playhead:r,pose:e})})):(this.from=t.state.playhead??r,this.since=e)}},aD=class{studio;frames;playback;constructor(e){this.studio=e,this.frames=new qE(e),this.playback=new iD(e)}get range(){let{clip:e,document:{timeline:t}}=this.studio.store.state;return e?{first:e.first,last:e.first+e.count-1,fps:e.fps}:t}get shownFrame(){let{playhead:e,document:t}=this.studio.store.state;return e??t.frame}goTo(e){let{frames:t,studio:{store:n,poser:r}}=this,{document:i,clip:a,rig:o}=n.state,{first:s,last:c}=this.range,l=Math.min(c,Math.max(s,Math.round(e)));if(a){n.set({playhead:l}),t.want(l,e=>{e&&n.state.playhead===l&&n.set({pose:e})});return}let u={...i,frame:l};n.set({document:u,playhead:null}),i.timeline.rows.length&&o&&wf(o)===Cf(i)&&r.want(u,!0)}moved(e,t,n){let{document:r}=this.studio.store.state,i=new Map(e.handles.map((e,n)=>[e.id,t[n]]));if(r!==e)return e;let a=n?jf(r.method)?.put(r,n)??{}:{weights:null},o={...r,handles:it(r.handles,t),...a};return this.studio.store.set({document:o,told:i}),o}async load(e){let t=e.length===1&&/\.json$/i.test(e[0].name);await this.studio.sent(e,e=>{this.studio.socket.send(t?{type:`LoadTrack`,upload:e[0]}:{type:`LoadClip`,number:this.frames.next(),uploads:e})})}takeTrack({name:e,timeline:t,handles:n,floor:r,doubt:i}){this.studio.store.set({selection:[],keySelection:[],timelineOpen:!0,clip:null,playhead:null});let a=n.length?{handles:n,floor:r}:{};this.studio.editor.edit(`Take the track ${e}`,{timeline:t,...a,weights:null,frame:t.first}),i&&this.studio.say(i)}takeClip(e){this.studio.store.set({clip:e,timelineOpen:!0,playhead:e.first,ghosts:[]}),this.goTo(e.first)}closeClip(){this.playback.stop(),this.studio.store.set({clip:null,playhead:null,ghosts:[]}),this.studio.poser.want(this.studio.store.state.document)}export(e,t){let{clip:n}=this.studio.store.state;this.studio.editor.end(),this.ask({type:`ExportMotion`,kind:e,clip:n!==null,...t})}ask(e){this.studio.socket.send(e)&&this.studio.store.set({exporting:e,progress:{share:0,what:`Making the file`,over:!1}})}exportInto(e,t){let{clip:n}=this.studio.store.state;this.studio.editor.end(),this.studio.socket.send({type:`ExportInto`,what:t?n?`clip`:`timeline`:`pose`,by:e}),this.studio.store.set({progress:{share:0,what:`Making the file`,over:!1}})}},oD=5e3,sD=80,cD=`pliant.session`,lD=500,uD=class{store;token;socket;poser;editor;motion=new aD(this);timeline=If.timeline;posed=null;asked=null;commits;takePicture=null;camera=null;interrupted=null;withheld=!1;fresh=!0;thumbnail=null;toasts=0;awaiting=0;mirroring=null;shaping=new Map;constructor(e,t){this.store=e,this.token=t;let n=new BE(this);this.poser=new KE(e=>this.socket.send({...e,beside:this.besideReady()}),e=>{this.wait(e)}),this.socket=new xa(t,{opened:()=>{this.socket.send({type:`Hello`,version:13,session:this.store.state.session?.id??sessionStorage.getItem(cD)})},lost:e=>{n.lost(e)},received:(e,t)=>{n.take(e,t)}}),this.commits=new WE(e,e=>this.socket.send(e)),this.editor=new GE(e,{changed:e=>{this.follow(e)},committed:(e,t,n,r)=>{this.committed(e,t,n,r)}})}committed(e,t,n,r){let i=n===`step`&&B(t.method).unfinished?.(t)===!0;i||this.commits.commit(this.withheld&&n===`amend`?`step`:n,e,t,r),this.withheld=i,n===`step`&&!i&&Js(this,r),this.settle()}wait(e){e!==(this.awaiting!==0)&&(clearTimeout(this.awaiting),this.awaiting=e?window.setTimeout(()=>{this.tellWait()},lD):0,!e&&this.store.state.awaited&&this.store.set({awaited:null}))}tellWait(){let{state:e}=this.store;this.editor.inGesture?this.awaiting=window.setTimeout(()=>{this.tellWait()},lD):this.store.set({awaited:B(e.document.method).awaited?.(e)??`Finding the pose`})}get busy(){let{connection:e,progress:t,overlayWanted:n,overlay:r}=this.store.state;return Bt(this.store.state)||this.mirroring!==null||this.shaping.size>0||e!==`open`||this.poser.busy||this.motion.frames.busy||t!==null||n!==(r?.kind??null)}openSample(e){this.fresh=!0,this.socket.send({type:`OpenSample`,name:e}),this.store.set({progress:{share:0,what:`Opening ${e}`,over:!1}})}openRecent(e,t){this.fresh=!0,this.socket.send({type:`OpenRecent`,index:e}),this.store.set({progress:{share:0,what:`Opening ${t}`,over:!1}})}async openFiles(e){e.length&&await this.sent(e,e=>{this.fresh=!0,this.socket.send({type:`OpenUpload`,uploads:e})})}close(){let{model:e,session:t}=this.store.state;this.editor.end(),this.takePicture?.(),this.socket.send({type:`Leave`}),this.forget(),e&&this.say(`${t?.title?t.title:e.name} is kept. Its picture on this page brings it back.`)}forget(){this.motion.playback.stop(),this.poser.reset(),this.asked=null,sessionStorage.removeItem(cD);let{welcome:e}=this.store.state;this.store.set({...Rf,progress:null,exporting:null,welcome:e&&{...e,open:null}})}recover(){let{welcome:e}=this.store.state;e?.found&&(this.store.set({welcome:{...e,found:null},progress:{share:0,what:`Opening ${e.found.model}`,over:!1}}),this.socket.send({type:`Recover`,accept:!0}))}openSession({id:e,title:t}){this.socket.send({type:`OpenSession`,id:e})&&this.store.set({progress:{share:0,what:`Opening ${t}`,over:!1}})}has(e,t){sessionStorage.setItem(cD,e),this.store.set({session:{id:e,title:t}})}goOn(){let{interrupted:e}=this;this.interrupted=null,e?.baking&&this.motion.frames.bake(),e?.task&&this.motion.ask(e.task)}make(){this.asked=null,this.store.set({unbuilt:null}),this.follow(this.store.state.document)}choose(e){let{document:t,model:n,rig:r}=this.store.state,i=Ht(n,e);if(!i?.fits)return;if(e===t.method){this.asked===null&&this.follow(t);return}let[a,o]=[B(t.method),B(e)],s=o.freezes?t.frozen:null,c=a.blends&&o.blends&&!r?.kept.length?t.weights:null;this.store.set({partSelection:[],...Df(`method`,`selection`)});let l=t.handles.length===0&&n?{handles:n.start.handles}:{};this.editor.edit(`Switch to ${i.title}`,{method:e,frozen:s,weights:c,slices:Of(t.slices),...l});let u=Ht(n,t.method);u&&this.store.set({choices:[IE(i.title,u)]}),this.store.state.beside?.method===e&&this.compare(t.method)}rebuild(e,t){let{method:n}=this.store.state.document;this.asked=Cf(this.store.state.document),this.socket.send({type:`Choose`,method:n,options:e}),this.store.set({progress:{share:0,what:t,over:!1}})}mark(e){let t=dD(),{runs:n,levels:r}=e;if(this.socket.send({type:`Mark`,region:{name:t,runs:[...n],levels:[...r]}}))return this.store.set({regions:new Map(this.store.state.regions).set(t,e)}),t}wantThumbnails(){let{thumbnails:e,model:t}=this.store.state;e.size===0&&t?.examples.length&&this.socket.send({type:`WantExample`,index:0})}withMirror(e){let t=sr(this.store.state),{asymmetric:n}=this.store.state;t?e(t):n===null?(this.mirroring=e,this.socket.send({type:`WantMirror`})):this.say(n)}mirrored({normal:e,offset:t,why:n},r){let i=this.mirroring;this.mirroring=null,n?(this.store.set({asymmetric:n,mirror:!1}),this.say(n)):(this.store.set({plane:{normal:e,offset:t},partner:r}),i?.(sr(this.store.state)))}forgetAwaited(){this.mirroring=null,this.shaping.clear()}setMirror(e){this.store.set({mirror:e&&this.store.state.asymmetric===null}),e&&this.withMirror(()=>void 0)}withShape(e,t,n=null){let r=this.store.state.shapes.get(e);r?t(r):(this.awaitShape(e,t),this.socket.send({type:`WantShape`,name:e,example:n}))}wantShape(e){this.shaping.has(e)||this.withShape(e,()=>void 0)}openExamples(e,t){this.editor.end(),this.takePicture?.(),this.fresh=!0,this.socket.send({type:`OpenExamples`,poses:e,mirrored:t})&&this.store.set({progress:{share:0,what:`Making an example rig`,over:!1}})}keepShape(e,t){let n=dD();this.awaitShape(n,()=>{t(n)}),this.socket.send({type:`KeepShape`,name:n,of:null,mirrored:!1,upload:null,...e})}awaitShape(e,t){this.shaping.set(e,[...this.shaping.get(e)??[],t])}shaped(e,t){let n=this.shaping.get(e)??[];this.shaping.delete(e),this.store.set({shapes:new Map(this.store.state.shapes).set(e,t)});for(let e of n)e(t)}compare(e){this.store.set({beside:e===null?null:{method:e,rig:null,pose:null}}),e!==null&&this.socket.send({type:`Choose`,method:e,options:{}})}settle(){B(this.store.state.document.method).settle?.(this)}keep(e){let{history:t}=this.store.state,n=t.done.at(-1)??null;this.commits.commit(this.withheld?`step`:`amend`,n?.label??``,e,n),this.withheld=!1}cancel(){this.socket.send({type:`Cancel`})}show(e){this.store.set({overlayWanted:e,overlay:null}),e&&this.socket.send({type:`WantOverlay`,kind:e})}export(e){this.socket.send({type:`Export`,kind:e})}besideReady(){let{beside:e}=this.store.state;return e?.rig?e.method:null}async sent(e,t){try{let n=[];for(let[t,r]of e.entries())this.store.set({progress:{share:t/e.length,what:`Reading ${r.name}`,over:!1}}),n.push(await Ta(this.token,r));t(n)}catch(e){this.store.set({progress:null}),this.say(e instanceof Error?e.message:String(e),!0)}}follow(e){let{rig:t}=this.store.state,n=Cf(e);if(n!==this.asked)this.asked=n,this.poser.reset(),this.socket.send({type:`Choose`,method:e.method,options:Tf(e)});else if(t&&wf(t)===n){let t=e.timeline!==this.timeline&&e.timeline.rows.length>0;this.poser.want(e,t)}this.timeline=e.timeline}say(e,t=!1){this.toasts+=1;let n=this.toasts,{toasts:r}=this.store.state;r.some(t=>t.words===e)||(this.store.set({toasts:[...r,{id:n,words:e,bad:t}]}),setTimeout(()=>{this.hush(n)},Math.max(t?2*oD:oD,sD*e.length)))}hush(e){this.store.set({toasts:this.store.state.toasts.filter(t=>t.id!==e)})}};function dD(){return Array.from(crypto.getRandomValues(new Uint8Array(8)),e=>e.toString(16).padStart(2,`0`)).join(``)}function fD({store:e,motion:t}){let n=``;e.watch([`onion`,`document`,`playing`,`playhead`,`baking`,`clip`,`rig`],()=>{let{onion:r,playing:i,clip:a,document:{timeline:o},ghosts:s,model:c}=e.state;if(!r.on||i||!c||!a&&o.rows.length===0){n=``,s.length&&e.set({ghosts:[]});return}t.frames.bake();let{first:l,last:u}=t.range,d=nD(t.shownFrame,r,l,u).filter(({frame:e})=>t.frames.has(e)),f=`${e.state.clip?.number??e.state.baking?.number} ${d.map(({frame:e})=>e).join()}`;if(f===n)return;n=f;let p=[];d.length===0&&e.set({ghosts:[]});for(let{frame:r,before:i,near:a}of d)t.frames.want(r,t=>{t?p.push({pose:t,before:i,near:a}):n===f&&(n=``),p.length===d.length&&n===f&&e.set({ghosts:p})})})}var pD=[[`X`,`var(--axis-x)`],[`Y`,`var(--axis-y)`],[`Z`,`var(--axis-z)`],[`Hold`,`var(--quiet)`]],mD=60;function hD({document:{timeline:e,method:t},selection:n,keySelection:r}){let i=new Set(r.map(e=>e.slice(0,e.lastIndexOf(`@`)))),a=jf(t)?.kind,o=e.rows.filter(({numbers:e})=>e===null||e===a),s=o.filter(e=>i.has(Me(e))||e.handles.some(e=>n.includes(e)));return s.length?s:o}function gD(e){return hD(e).flatMap(t=>{let n=Me(t),r=t=>e.curvesFlipped.includes(t);if(t.numbers===null)return pD.map(([e,i],a)=>{let o=`${n}/${a}`;return{row:t,index:a,id:o,name:e,colour:i,on:(a<3||t.keys.some(({weight:e})=>e<1))!==r(o)}});let i=jf(e.document.method),a=ve(t,t.keys[0]).length,o=i.names(e,a),s=Array.from({length:a},(t,n)=>i.shown(e,n));return(s.some(Boolean)?s:s.map((e,n)=>_D(t,n))).flatMap((e,i)=>{let s=`${n}/${i}`;return a>mD&&!e?[]:[{row:t,index:i,id:s,name:o.at(i)??String(i+1),colour:wn(i).code,on:e!==r(s)}]}).slice(0,mD)})}function _D({keys:e},t){return e.some(({targets:n})=>n[t]!==e[0].targets[t])}function vD(e,t=gD(e)){let n=As(e.graphPoints),r=new Set(e.keySelection);return t.filter(({on:e})=>e).flatMap(({row:e,index:t})=>e.keys.flatMap(({at:i})=>{let a=Ne(e,i);return r.has(a)&&(n.get(a)??[t]).includes(t)?[ks(e,i,t)]:[]}))}var yD=[`rig`,...Sf.flatMap(({numbers:e})=>e?.follows??[])];function bD({studio:{store:e}}){let t=[[!1,`Keys`],[!0,`Curves`]].map(([t,n])=>({graph:t,button:w(`button`,{attributes:{type:`button`,role:`tab`},on:{click:()=>{e.set({graph:t})}}},n)}));return e.watch([`graph`],e=>{for(let{graph:n,button:r}of t)r.className=e.graph===n?`on`:``,r.setAttribute(`aria-selected`,String(e.graph===n))}),w(`div`,{class:`segments time-tabs`,label:`Keys or curves`,attributes:{role:`tablist`}},...t.map(({button:e})=>e))}function xD(e,t){let{store:n}=e.studio;n.watch([`document`,`selection`,`keySelection`,`curvesFlipped`,`graph`,...yD],n=>{if(!n.graph)return;let r=gD(n);t.replaceChildren(...r.flatMap((t,n)=>n===0||r[n-1].row!==t.row?[SD(e,t),CD(e,t)]:[CD(e,t)]))})}function SD(e,{row:t}){let{store:n}=e.studio;return w(`button`,{class:`name row-name`,title:`Select ${t.name} and its keys; double-click or F2 to rename`,attributes:{type:`button`,"data-row":Me(t)},on:{click:()=>{n.set({selection:[...t.handles]}),n.set({keySelection:t.keys.map(({at:e})=>Ne(t,e)),graphPoints:[]}),e.stage.canvas.focus({preventScroll:!0})}}},t.name)}function CD({studio:{store:e}},{id:t,name:n,colour:r,on:i,row:a}){let o=w(`span`,{class:`swatch`});return o.style.background=i?r:`transparent`,o.style.borderColor=r,w(`button`,{class:`name curve-name`,label:`${a.name} ${n}`,title:i?`Hide this curve`:`Show this curve`,attributes:{type:`button`,"aria-pressed":String(i)},on:{click:()=>{let{curvesFlipped:n}=e.state;e.set({curvesFlipped:n.includes(t)?n.filter(e=>e!==t):[...n,t]})}}},o,n)}function wD(e,...t){let{store:n}=e.studio,r=t=>{let n=t.dataset.row,r=t.textContent,i=w(`input`,{class:`name-field`,label:`Name of the row`,attributes:{type:`text`,maxlength:`60`,value:r}}),a=r=>{i.replaceWith(t),r&&lc(e,n,i.value.trim()),e.stage.canvas.focus({preventScroll:!0})};i.addEventListener(`keydown`,e=>{(e.key===`Enter`||e.key===`Escape`)&&(e.stopPropagation(),i.blur()),e.key===`Escape`&&(i.value=r)}),t.replaceWith(i),i.focus(),i.select(),i.addEventListener(`blur`,()=>{a(!0)},{once:!0})},i=(e,t)=>t===void 0?null:e.querySelector(`[data-row="${CSS.escape(t)}"]`);for(let e of t)e.addEventListener(`click`,t=>{let n=t.detail===2?i(e,t.target.closest(`[data-row]`)?.dataset.row):null;n&&r(n)});window.addEventListener(`keydown`,e=>{let{timelineOpen:a,graph:o,keySelection:s,selection:c,document:l}=n.state;if(e.key!==`F2`||!a)return;let u=l.timeline.rows.find(e=>s.some(t=>t.startsWith(`${Me(e)}@`))||e.handles.some(e=>c.includes(e))),d=u?i(t[+!!o],Me(u)):null;d&&(e.preventDefault(),r(d))})}function TD(e){window.addEventListener(`keydown`,t=>{t.key.toLowerCase()!==`f`||t.ctrlKey||t.metaKey||!e.body.matches(`:hover`)||(t.stopImmediatePropagation(),e.frame())},{capture:!0})}var ED=16,DD=26;function OD({low:e,high:t,height:n}){return(t-e)/Math.max(1,n-32)}function kD(e,t){return e.height-ED-(t-e.low)/OD(e)}function AD(e,t){return e.low+(e.height-ED-t)*OD(e)}function jD(e,t){let n=[...e.flatMap(({points:e,step:t})=>(t?[e[0],e[3]]:e).map(([,e])=>e)),...t];if(n.length===0)return{low:-1,high:1};let r=n.reduce((e,t)=>Math.min(e,t)),i=n.reduce((e,t)=>Math.max(e,t)),a=i-r>1e-9*Math.max(1,Math.abs(i))?0:Math.max(.5*Math.abs(i),.1);return{low:r-a,high:i+a}}function MD(e){let t=DD*OD(e),n=10**Math.floor(Math.log10(t)),r=[1,2,5,10].map(e=>e*n).find(e=>e>=t),i=Math.ceil(AD(e,e.height)/r),a=Math.floor(AD(e,0)/r);return{values:Array.from({length:Math.max(0,a-i+1)},(e,t)=>(i+t)*r),decimals:Math.max(0,-Math.floor(Math.log10(r)+1e-9))}}function ND(e,t,n){return{...e,low:t+(e.low-t)*n,high:t+(e.high-t)*n}}function PD({stage:e},t,n){let r=null;t.addEventListener(`pointerdown`,(i=>{let a=r?null:n(i);if(!a)return;i.preventDefault(),e.canvas.focus({preventScroll:!0}),t.setPointerCapture(i.pointerId);let o=new AbortController,s={signal:o.signal};r=a;let c=e=>{r=null,o.abort(),e?a.end():a.cancel()};t.addEventListener(`pointermove`,(e=>{a.move(e.clientX,e.clientY,e)}),s),t.addEventListener(`pointerup`,()=>{c(!0)},s),t.addEventListener(`pointercancel`,()=>{c(!1)},s),window.addEventListener(`keydown`,e=>{e.key===`Escape`&&(e.stopImmediatePropagation(),c(!1))},{...s,capture:!0})}))}var FD=3;function ID(e,t,n,r){let i=t.getBoundingClientRect(),a={x:e.clientX,y:e.clientY},o=!1,s=()=>{n.hidden=!0,o||r(null)};return{move:(e,t)=>{if(o||=Math.hypot(e-a.x,t-a.y)>FD,!o)return;let s=Math.min(e,a.x),c=Math.min(t,a.y),l=Math.max(e,a.x),u=Math.max(t,a.y);n.hidden=!1,Object.assign(n.style,{left:`${s-i.left}px`,top:`${c-i.top}px`,width:`${l-s}px`,height:`${u-c}px`}),r([s,c,l,u])},end:s,cancel:s}}function LD(e,[t,n,r,i]){let a=e.getBoundingClientRect(),o=a.left+a.width/2,s=a.top+a.height/2;return o>=t&&o<=r&&s>=n&&s<=i}var RD=4,zD=3.5,BD=class{bench;ruler;body;picture=T(`svg`,{class:`graph`,role:`img`,"aria-label":`Curves`});box=w(`div`,{class:`fence-box`});seen=null;shown=``;heights={low:0,high:1,height:1};constructor(e,t){this.bench=e,this.ruler=t,this.body=w(`div`,{class:`graph-body`},this.picture,this.box),this.box.hidden=!0,PD(e,this.body,e=>e.button===1?this.panning(e):e.button===0?this.picking(e):null),this.body.addEventListener(`wheel`,e=>{this.wheel(e)},{passive:!1})}frame(){this.seen=null,this.bench.studio.store.set({span:null}),this.draw(this.bench.studio.store.state)}draw(e){let{width:t}=this.ruler(),n=Math.max(1,this.body.clientHeight);for(let[e,r]of[[`width`,t],[`height`,n]])this.picture.setAttribute(e,String(r));let r=gD(e).filter(({on:e})=>e).map(e=>({curve:e,pieces:Ee(e.row,e.index),knots:be(e.row,e.index)})),i=r.map(({curve:e})=>e.id).join();i!==this.shown&&(this.seen=null),this.shown=i,this.seen??=jD(r.flatMap(({pieces:e})=>e),r.flatMap(({knots:e})=>e.map(({value:e})=>e))),this.heights={...this.seen,height:n};let a=new Set(vD(e)),{first:o,last:s}=this.ruler();this.picture.replaceChildren(...this.grid(t),...r.flatMap(e=>this.line(e,o,s)),...r.flatMap(e=>this.dots(e,a))),this.picture.append(...this.picture.querySelectorAll(`.value`))}place([e,t]){return`${$E(this.ruler(),e).toFixed(2)} ${kD(this.heights,t).toFixed(2)}`}grid(e){let{values:t,decimals:n}=MD(this.heights);return t.flatMap(t=>{let r=kD(this.heights,t),i=T(`text`,{class:`value`,x:e-6,y:r-3,"text-anchor":`end`});i.textContent=t.toFixed(n);let a=T(`line`,{class:`level`,x1:0,x2:e,y1:r,y2:r});return r>12?[a,i]:[a]})}path(e){return e.map(({points:[e,t,n,r],step:i})=>{let a=this.place(r).split(` `);return`M${this.place(e)}${i?`H${a[0]}V${a[1]}`:`C${this.place(t)} ${this.place(n)} ${this.place(r)}`}`}).join(``)}line({curve:e,pieces:t,knots:n},r,i){let{row:a,colour:o,id:s}=e,c=n[0],l=n[n.length-1],u=[VD(r-1,c.at,c.value),VD(l.at,i+1,l.value)],d=[...a.before===`hold`||t.length===0?[u[0]]:[],...a.after===`hold`||t.length===0?[u[1]]:[],...ke(a,t,r,i)],f=this.path(t),p=T(`title`,{});p.textContent=`${a.name}, ${e.name}`;let m=T(`path`,{class:`curve-press`,d:f,"data-curve":s});return m.append(p),[T(`path`,{class:`curve beyond`,d:this.path(d),stroke:o}),T(`path`,{class:`curve`,d:f,stroke:o}),m]}dots({curve:{row:e,index:t,colour:n,name:r},knots:i},a){return i.flatMap((o,s)=>{let c=ks(e,o.at,t),l=a.has(c),u=$E(this.ruler(),o.at),d=kD(this.heights,o.value),f=He(e)&&(s===0||s===i.length-1),p=T(`circle`,{class:`dot${l?` on`:``}${f?` tie`:``}`,cx:u,cy:d,r:RD,fill:n,"data-point":c}),m=T(`title`,{});return m.textContent=`${e.name} ${r}, frame ${o.at}: ${Number(o.value.toPrecision(5))}`,p.append(m),l?[...[[`left`,s>0&&i[s-1].ease===`bezier`],[`right`,s+1<i.length&&o.ease===`bezier`]].filter(([,e])=>e).flatMap(([e])=>{let[t,n]=o[e],r=$E(this.ruler(),o.at+t),i=kD(this.heights,o.value+n);return[T(`line`,{class:`handle-line`,x1:u,y1:d,x2:r,y2:i}),T(`circle`,{class:`grip ${o.tangent}`,cx:r,cy:i,r:zD,"data-point":c,"data-side":e})]}),p]:[p]})}picking(e){let{store:t}=this.bench.studio,{point:n,side:r,curve:i}=e.target.closest(`[data-point], [data-curve]`)?.dataset??{};if(n&&r)return this.bending(e,n,r);if(n)return this.grabbing(e,n);let a=e.shiftKey?vD(t.state):[];return i===void 0?ID(e,this.body,this.box,e=>{let t=e?[...this.picture.querySelectorAll(`.dot`)].filter(t=>LD(t,e)):[];this.pick([...new Set([...a,...t.map(e=>e.dataset.point)])])}):(this.pick([...a,...this.pointsOn(i)]),{move:()=>void 0,end:()=>void 0,cancel:()=>void 0})}pointsOn(e){return gD(this.bench.studio.store.state).filter(t=>t.id===e).flatMap(({row:e,index:t})=>e.keys.map(({at:n})=>ks(e,n,t)))}pick(e){this.bench.studio.store.set({graphPoints:e,keySelection:[...As(e).keys()]})}grabbing(e,t){let{store:n,editor:r}=this.bench.studio,i=vD(n.state),a=i.includes(t);e.shiftKey?this.pick(uc(i,[t])):a||this.pick([t]);let o=vD(n.state),{document:{timeline:s},keySelection:c}=n.state,l=QE(this.ruler()),u=OD(this.heights),[d,f]=[e.clientX,e.clientY],p=!1;return{move:(e,t,{shiftKey:n,altKey:r})=>{let[i,a]=[e-d,t-f],m=Math.abs(i)>Math.abs(a);if(p||=Math.hypot(i,a)>2,!p||o.length===0)return;let h=n&&!m?0:Math.round(i/l),g=n&&m?0:-a*u;this.put(s,o,c,{frames:h,rise:g,copy:r})},end:()=>{p?r.end():a&&!e.shiftKey&&this.pick([t])},cancel:()=>{r.drop(),n.set({keySelection:c,graphPoints:o})}}}put(e,t,n,{frames:r,rise:i,copy:a}){let{store:o,editor:s}=this.bench.studio,c=t.length,l=Xe(e,n,r,a),u=t.map(e=>e.replace(/@(-?\d+)\//,(e,t)=>`@${Number(t)+r}/`));s.gesture(`Move ${c===1?`a point`:`${c} points`} of the curves`,{timeline:i===0?l.timeline:Ms(l.timeline,u,i)}),o.set({keySelection:l.spots,graphPoints:u})}bending(e,t,n){let{store:r,editor:i}=this.bench.studio,{timeline:a}=r.state.document,[o,[s]]=[...As([t])][0],c=a.rows.find(e=>Me(e)===o.slice(0,o.lastIndexOf(`@`))),l=be(c,s).find(({at:e})=>ks(c,e,s)===t),u=QE(this.ruler()),d=OD(this.heights),[f,p]=[e.clientX,e.clientY];return{move:(e,r,{altKey:o})=>{let s=l[n][0]+(e-f)/u,c=l[n][1]-(r-p)*d,m=[n===`left`?Math.min(0,s):Math.max(0,s),c];i.gesture(`Bend a curve`,{timeline:Is(a,t,n,m,!o)})},end:()=>{i.end()},cancel:()=>{i.drop()}}}panning(e){let t=this.ruler(),{low:n,high:r}=this.heights,i=QE(t),a=OD(this.heights),[o,s]=[e.clientX,e.clientY],c=(e,c)=>{let l=(o-e)/i,u=(c-s)*a;this.seen={low:n+u,high:r+u},this.bench.studio.store.set({span:{first:t.first+l,last:t.last+l}}),this.draw(this.bench.studio.store.state)};return{move:c,end:()=>void 0,cancel:()=>{c(o,s)}}}wheel(e){e.preventDefault();let{left:t,top:n}=this.body.getBoundingClientRect(),r=this.ruler(),i=Math.exp((e.deltaY||e.deltaX)*.002);if((e.shiftKey||e.ctrlKey)&&(this.seen=ND({low:this.heights.low,high:this.heights.high},AD(this.heights,e.clientY-n),i)),!e.shiftKey){let n=r.first+(e.clientX-t-$E({...r,first:0,last:1},0))/QE(r),{low:a,high:o}=ND({low:r.first,high:r.last},n,i);o-a>=2&&this.bench.studio.store.set({span:{first:a,last:o}})}this.draw(this.bench.studio.store.state)}};function VD(e,t,n){return{points:[[e,n],[e,n],[t,n],[t,n]],step:!1}}var HD=[[`auto`,`Auto`,`Handles that follow the neighbours, without overshoot`],[`flat`,`Flat`,`Level handles: the curve rests at the key`],[`linear`,`Straight`,`Handles that point to the neighbours`],[`free`,`Free`,`Handles that stay where they are dragged`]];function UD(e,t){let{store:n,editor:r}=e.studio,i=HD.map(([e,t,i])=>w(`button`,{title:i,attributes:{type:`button`,role:`radio`,"data-tangent":e},on:{click:()=>{let i=vD(n.state);i.length&&r.edit(`Tangents: ${t.toLowerCase()}`,{timeline:Ps(n.state.document.timeline,i,e)})}}},t)),a=w(`div`,{class:`segments`,label:`Tangents`,attributes:{role:`radiogroup`}},...i),o=w(`button`,{class:`button small`,title:`Put the last key of the loop where the first is; they move as one from then on`,attributes:{type:`button`},on:{click:()=>{r.edit(`Close the loop`,{timeline:Bs(n.state.document.timeline,hD(n.state).map(Me))})}}},`Close the loop`),{at:s,value:c,show:l}=WD(e),u=w(`span`,{class:`quiet time-hint`},`Click a point to select it, drag to move it. Wheel: zoom time, Shift-wheel: values, middle button: pan.`),d=w(`div`,{class:`row graph-picked`},a,s,c);return n.watch([`document`,`keySelection`,`graphPoints`,`curvesFlipped`,`selection`,`graph`],e=>{if(!e.graph)return;let t=vD(e);d.hidden=t.length===0,u.hidden=t.length>0,o.hidden=!hD(e).some(Vs);let n=l(t);for(let e of i){let t=n.size===1&&n.has(e.dataset.tangent);e.className=t?`on`:``,e.setAttribute(`aria-checked`,String(t))}}),w(`div`,{class:`graph-bar`},d,u,w(`span`,{class:`row graph-tools`},o,O(`copy`,`Copy the selected keys`,`Ctrl-C`,()=>{Ws(e)}),O(`paste`,`Paste keys at this frame`,`Ctrl-V`,()=>{Gs(e)}),O(`loop`,`Copy the selected cycle behind itself`,`Ctrl-D`,()=>{Ks(e)}),O(`frame`,`See all keys`,`F over the curves`,t)))}function WD(e){let{store:t,editor:n}=e.studio,r=(e,t,n)=>{let r=w(`input`,{class:`number ${t}`,label:e,attributes:{type:`number`,step:`any`},on:{change:()=>{Number.isFinite(r.valueAsNumber)&&n(r.valueAsNumber)}}});return r},i=r(`Frame of the selected key`,`short`,e=>{let{document:{timeline:r},keySelection:i}=t.state,a=Xe(r,i,Math.round(e)-Number(i[0].split(`@`).at(-1)),!1);n.edit(`Move keys`,{timeline:a.timeline}),t.set({keySelection:a.spots,graphPoints:[]})}),a=r(`Value of the selected points`,`value`,e=>{n.edit(`Value of a key`,{timeline:Ns(t.state.document.timeline,vD(t.state),e)})});return{at:w(`label`,{class:`row`},w(`span`,{class:`quiet`},`Frame`),i),value:w(`label`,{class:`row`},w(`span`,{class:`quiet`},`Value`),a),show:e=>{let n=As(e),r=new Set,o=[],s=[];for(let e of t.state.document.timeline.rows)for(let t of e.keys)for(let i of n.get(`${Me(e)}@${t.at}`)??[])r.add(t.tangents.at(i)??`auto`),o.push(ve(e,t)[i]),s.push(t.at);return i.value=s.every(e=>e===s[0])?String(s[0]??``):``,a.value=o.every(e=>e===o[0])&&o.length?String(Number(o[0].toPrecision(6))):``,r}}}var GD=22,KD=22,qD=5,JD=class{bench;element;names=w(`div`,{class:`names`});scale=T(`svg`,{class:`scale`,height:KD,role:`slider`,tabindex:0,"aria-label":`Frame of the timeline`});lanes=T(`svg`,{class:`lanes`,role:`img`,"aria-label":`Keys`});needle=w(`div`,{class:`needle`});box=w(`div`,{class:`fence-box`});body=w(`div`,{class:`lane-body`},this.lanes,this.box);right;graph;curves=w(`div`,{class:`names`});width=1;drawn=[];constructor(e){this.bench=e;let{store:t}=e.studio;this.graph=new BD(e,()=>this.ruler);let n=w(`div`,{class:`lane-scroll`},this.names,this.body),r=w(`div`,{class:`graph-scroll`},this.curves,this.graph.body);this.right=w(`div`,{class:`scale-row`},w(`div`,{class:`corner-name`},bD(e)),this.scale);let i=UD(e,()=>{this.graph.frame()});this.element=w(`div`,{class:`sheet`},i,this.right,n,r,this.needle),t.watch([`graph`],({graph:e})=>{n.hidden=e,r.hidden=i.hidden=!e}),xD(e,this.curves),wD(e,this.names,this.curves),TD(this.graph),this.box.hidden=!0,new ResizeObserver(()=>{this.draw(t.state)}).observe(this.element),PD(e,this.scale,e=>e.button===0?this.scrubbing(e):null),PD(e,this.body,e=>e.button===0?this.picking(e):null),t.watch([`document`,`keySelection`,`clip`,`selection`,`timelineOpen`,`baking`,`graph`,`span`,`graphPoints`,`curvesFlipped`,...yD],e=>{this.draw(e)}),t.watch([`document`,`playhead`,`clip`,`timelineOpen`,`span`,`graph`],()=>{this.point()}),t.watch([`selection`],({keySelection:e})=>{e.length&&t.set({keySelection:[]})})}get ruler(){let{clip:e,span:t,document:{timeline:n}}=this.bench.studio.store.state,{first:r,last:i}=this.bench.studio.motion.range;if(t)return{...t,width:this.width};let a=e?[]:n.rows.flatMap(e=>e.keys.map(e=>e.at));return{first:Math.min(r,...a),last:Math.max(i,...a),width:this.width}}draw(e){if(!e.timelineOpen||!e.model)return;this.width=Math.max(1,this.scale.clientWidth);let{document:{timeline:t,method:n},keySelection:r,selection:i,clip:a,baking:o,graph:s,span:c,graphPoints:l,curvesFlipped:u}=e,d=[t,r,i,a,o,this.width,this.bench.studio.motion.frames.fresh,s,c,l,u,n,this.element.clientHeight,...yD.map(t=>e[t])];if(d.every((e,t)=>e===this.drawn[t]))return;this.drawn=d;let f=a?[]:t.rows,p=Math.max(GD,GD*f.length);for(let[e,t]of[[`width`,this.width],[`height`,p]])this.lanes.setAttribute(e,String(t));this.drawScale(e),s&&!a&&this.graph.draw(e),this.names.replaceChildren(...e.clip?[w(`div`,{class:`name clip`},e.clip.name)]:f.map(t=>this.name(t,e))),this.lanes.replaceChildren(...f.flatMap((t,n)=>this.lane(t,n,e))),this.point()}drawScale({baking:e,clip:t,document:{timeline:n}}){let{ruler:r}=this,{first:i,last:a}=this.bench.studio.motion.range,o=T(`rect`,{class:`range`,x:$E(r,i),y:0,width:Math.max(0,$E(r,a)-$E(r,i)),height:KD}),s=tD(r).flatMap(({frame:e,named:t})=>{let n=$E(r,e),i=T(`line`,{class:t?`tick named`:`tick`,x1:n,x2:n,y1:t?12:16,y2:KD});if(!t)return[i];let a=n+24>this.width,o=T(`text`,{x:a?n-3:n+3,y:11,"text-anchor":a?`end`:`start`});return o.textContent=String(e),[i,o]}),c=t?t.count:e&&this.bench.studio.motion.frames.fresh?e.done:0,l=$E(r,t?.first??n.first),u=T(`rect`,{class:`ready`,x:l,y:20,width:Math.max(0,$E(r,(t?.first??n.first)+c-1)-l),height:2});this.scale.replaceChildren(o,...c>1?[u]:[],...s)}name(e,{selection:t}){let{store:n}=this.bench.studio;return w(`button`,{class:e.handles.some(e=>t.includes(e))?`name on`:`name`,title:`Select ${e.name} and its keys; double-click or F2 to rename`,attributes:{type:`button`,"data-row":Me(e)},on:{click:()=>{n.set({selection:[...e.handles]}),n.set({keySelection:e.keys.map(({at:t})=>Ne(e,t))}),this.bench.stage.canvas.focus({preventScroll:!0})}}},e.name)}lane(e,t,{keySelection:n}){let{ruler:r}=this,i=GD*t+GD/2,a=T(`line`,{class:`lane`,x1:0,x2:this.width,y1:i,y2:i}),o=e.keys.slice(1).map((t,n)=>T(`line`,{class:`span ${e.keys[n].ease}`,x1:$E(r,e.keys[n].at),x2:$E(r,t.at),y1:i,y2:i})),s=e.keys.map(t=>{let a=Ne(e,t.at),o=$E(r,t.at),s=n.includes(a),c=t.ease===`step`?`M${o-qD+1} ${i-qD+1}h8v8h-8z`:`M${o} ${i-qD}l${qD} ${qD}l-5 ${qD}l-5 -5z`,l=T(`path`,{class:`key${s?` on`:``}${t.weight<1?` loose`:``}`,d:c,"data-spot":a}),u=T(`title`,{});return u.textContent=`${e.name}, frame ${t.at}: ${t.ease}${t.weight<1?`, held ${Math.round(100*t.weight)}%`:``}`,l.append(u),l});return[a,...o,...s]}point(){let e=this.bench.studio.motion.shownFrame,t=this.scale.getBoundingClientRect().left-this.element.getBoundingClientRect().left+$E(this.ruler,e);this.needle.style.transform=`translateX(${t}px)`,this.needle.dataset.frame=String(e);for(let[t,n]of[[`aria-valuenow`,e],[`aria-valuemin`,this.ruler.first],[`aria-valuemax`,this.ruler.last]])this.scale.setAttribute(t,String(n))}x(e){return e-this.scale.getBoundingClientRect().left}scrubbing(e){let{motion:t}=this.bench.studio;t.playback.stop();let n=t.shownFrame,r=e=>{let n=eD(this.ruler,this.x(e));n!==t.shownFrame&&t.goTo(n)};return r(e.clientX),{move:r,end:()=>void 0,cancel:()=>{t.goTo(n)}}}picking(e){let{store:t}=this.bench.studio,n=e.target.closest(`[data-spot]`)?.dataset.spot;if(!n)return this.fencing(e);let{keySelection:r}=t.state,i=r.includes(n);return e.shiftKey?t.set({keySelection:uc(r,[n])}):i||t.set({keySelection:[n]}),this.dragging(e,n,i&&!e.shiftKey)}dragging(e,t,n){let{store:r,editor:i}=this.bench.studio,{document:{timeline:a},keySelection:o}=r.state,s=e.clientX,c=QE(this.ruler),l=0;return{move:(e,t,{altKey:n})=>{let r=Math.round((e-s)/c);(r!==0||l!==0)&&(l=r||l,this.place(a,o,r,n))},end:()=>{l===0?n&&r.set({keySelection:[t]}):i.end()},cancel:()=>{i.drop(),r.set({keySelection:o})}}}place(e,t,n,r){let{store:i,editor:a}=this.bench.studio,o=Xe(e,t,n,r),s=et(e,t).length,c=s===1?`a key`:`${s} keys`;a.gesture(`${r?`Duplicate`:`Move`} ${c}`,{timeline:o.timeline}),i.set({keySelection:o.spots})}fencing(e){let{store:t}=this.bench.studio,n=e.shiftKey?t.state.keySelection:[];return ID(e,this.body,this.box,e=>{let r=e?[...this.lanes.querySelectorAll(`[data-spot]`)].filter(t=>LD(t,e)):[];t.set({keySelection:e?[...new Set([...n,...r.map(e=>e.dataset.spot)])]:[]})})}},YD=24,XD=4;function ZD(e){let{studio:{store:t,motion:n}}=e,r=T(`svg`,{class:`strip-line`,height:YD,role:`img`,"aria-label":`All keys`}),i=w(`div`,{class:`time-strip`},r),a=()=>({...n.range,width:Math.max(1,r.clientWidth)}),o=()=>{if(t.state.timelineOpen||!t.state.model)return;let e=a(),i=YD/2,o=$E(e,n.shownFrame),s=T(`line`,{class:`lane`,x1:$E(e,e.first),x2:$E(e,e.last),y1:i,y2:i}),c=nt(t.state.document.timeline).filter(t=>t>=e.first&&t<=e.last).map(t=>T(`path`,{class:`key`,d:`M${$E(e,t)} 8l${XD} ${XD}l-4 ${XD}l-4 -4z`}));r.replaceChildren(s,...c,T(`line`,{class:`now`,x1:o,x2:o,y1:2,y2:22}))},s=e=>{n.goTo(eD(a(),e.clientX-r.getBoundingClientRect().left))};return i.addEventListener(`pointerdown`,e=>{e.button===0&&(e.preventDefault(),n.playback.stop(),i.setPointerCapture(e.pointerId),s(e))}),i.addEventListener(`pointermove`,e=>{i.hasPointerCapture(e.pointerId)&&s(e)}),new ResizeObserver(o).observe(i),t.watch([`document`,`playhead`,`clip`,`timelineOpen`,`model`],o),i}var QD=[[`step`,`Step`,`Wait, then jump to the next key`],[`linear`,`Linear`,`Straight to the next key`],[`smooth`,`Smooth`,`Without a jolt, and never beyond the keys`],[`bezier`,`Bezier`,`Along a curve with its usual handles`]],$D=[[`hold`,`Hold`],[`loop`,`Loop`],[`ping-pong`,`Ping-pong`],[`offset`,`Go on`]],eO=1e5,tO=240;function nO(e,t){let{store:n}=e.studio,r=new JD(e),i=w(`section`,{class:`timeline`,label:`Timeline`},w(`div`,{class:`time-head`},iO(e,t),w(`div`,{class:`time-middle`},ZD(e),aO(e),oO(e)),sO(e),cO(e)),r.element);return n.watch([`timelineOpen`,`model`,`panels`,`graph`],({timelineOpen:e,model:t,panels:n,graph:r})=>{i.classList.toggle(`open`,e),i.classList.toggle(`curves`,e&&r),i.hidden=t===null||!n}),e.stage.canvas.addEventListener(`pointerdown`,t=>{rO(e,t)},{capture:!0}),i.addEventListener(`keydown`,t=>{t.key===`Enter`&&t.target instanceof HTMLInputElement&&e.stage.canvas.focus({preventScroll:!0})}),i.addEventListener(`click`,t=>{t.detail>0&&t.target.closest(`.time-head > .transport button, .time-tail > button`)&&e.stage.canvas.focus({preventScroll:!0})}),i}function rO({studio:{store:e,motion:t},stage:n},r){let{left:i,top:a}=n.canvas.getBoundingClientRect(),o={x:r.clientX-i,y:r.clientY-a,pane:0};e.state.playing&&r.button===0&&!r.altKey&&n.pick(o)&&(r.stopImmediatePropagation(),t.playback.stop())}function iO(e,t){let n=(n,r)=>OC(e,t,n,r),{studio:{store:r,motion:i}}=e,a=DC(e,O(`play`,`Play`,null,()=>{i.playback.toggle()}),`Play or pause`,`Play`),o=DC(e,O(`pause`,`Pause`,null,()=>{i.playback.stop()}),`Play or pause`,`Pause`),s=w(`input`,{class:`number frame`,label:`Current frame`,attributes:{type:`number`,step:`1`},on:{change:()=>{Number.isFinite(s.valueAsNumber)&&i.goTo(s.valueAsNumber)}}}),c=DC(e,k(`Key`,()=>{ec(e)},`small`),`Key what is selected, or has moved`);c.dataset.tour=`key`;let l=O(`record`,`Auto-key: what is moved is keyed at once`,null,()=>{r.set({autoKey:!r.state.autoKey})});return l.classList.add(`auto-key`),r.watch([`autoKey`],({autoKey:e})=>{l.setAttribute(`aria-pressed`,String(e))}),r.watch([`playing`],({playing:e})=>{a.hidden=e,o.hidden=!e}),r.watch([`document`,`playhead`,`clip`],({clip:e})=>{s.value=String(i.shownFrame),c.disabled=e!==null}),w(`div`,{class:`transport`},n(`first`,`First frame`),n(`stepBack`,`One frame back`),a,o,n(`stepOn`,`One frame on`),n(`last`,`Last frame`),s,c,l)}function aO(e){let{store:t,editor:n}=e.studio,r=w(`span`,{class:`quiet time-hint`},`Drag in the ruler to scrub. Pull a handle and press K to key it.`),i=QD.map(([t,n,r])=>w(`button`,{title:r,attributes:{type:`button`,role:`radio`,"data-ease":t},on:{click:()=>{nc(e,t)}}},n)),a=w(`input`,{label:`How firmly the keys hold`,attributes:{type:`range`,min:`0`,max:`1`,step:`0.05`},on:{input:()=>{rc(e,a.valueAsNumber)},change:()=>{n.end()}}}),o=w(`span`,{class:`quiet held`}),s=[`before`,`after`].map(t=>{let n=w(`select`,{class:`select`,label:t===`before`?`Before the first key`:`After the last key`,title:t===`before`?`Before the first key`:`After the last key`,on:{change:()=>{ic(e,{[t]:n.value})}}},...$D.map(([e,t])=>w(`option`,{attributes:{value:e}},t)));return{side:t,list:n}}),c=w(`label`,{class:`row weight`,title:`Held where it is keyed, or let go`},o,a),l=w(`div`,{class:`picked`},w(`div`,{class:`segments`,label:`Ease`,attributes:{role:`radiogroup`}},...i),c,w(`span`,{class:`row beyonds`},w(`span`,{class:`quiet`},`Before`),s[0].list,w(`span`,{class:`quiet`},`after`),s[1].list)),u=w(`div`,{class:`picked-holder`},r,l);return t.watch([`document`,`keySelection`,`timelineOpen`,`clip`],({document:{timeline:e},keySelection:t,timelineOpen:n,clip:d})=>{let f=et(e,t),p=$e(e,t);if(u.hidden=!n||d!==null,l.hidden=f.length===0,r.hidden=f.length>0,c.hidden=p.every(({numbers:e})=>e!==null),f.length!==0){for(let e of i){let t=f.every(t=>t.ease===e.dataset.ease);e.className=t?`on`:``,e.setAttribute(`aria-checked`,String(t))}a.value=String(f[0].weight),a.style.setProperty(`--from`,`0%`),a.style.setProperty(`--to`,`${100*f[0].weight}%`),o.textContent=f[0].weight===1?`Held`:f[0].weight===0?`Let go`:`Held ${Math.round(100*f[0].weight)}%`;for(let{side:e,list:t}of s)t.value=p.every(t=>t[e]===p[0][e])?p[0][e]:``}}),u}function oO(e){let{store:t,motion:n}=e.studio,r=w(`span`,{class:`quiet`}),i=w(`div`,{class:`clip-bar`},r,k(`Close the clip`,()=>{n.closeClip()},`small`));return t.watch([`clip`],({clip:e})=>{i.hidden=e===null,e&&(r.textContent=`${e.name}: ${e.count} frames at ${e.fps} a second, as they are in the file`)}),i}function sO(e){let{store:t}=e.studio,n=(e,n,r,i)=>{let a=w(`input`,{class:`number ${n}`,label:e,title:e,attributes:{type:`number`},on:{change:()=>{Number.isFinite(a.valueAsNumber)&&i(a.valueAsNumber),a.value=String(r(t.state))}}});return t.watch([`document`,`clip`],e=>{a.value=String(r(e)),a.disabled=e.clip!==null}),a},r=e=>Math.round(Math.min(eO,Math.max(-1e5,e))),i=n(`First frame of the range`,`short`,()=>e.studio.motion.range.first,n=>{ac(e,`First frame`,{first:Math.min(r(n),t.state.document.timeline.last)})}),a=n(`Last frame of the range`,`short`,()=>e.studio.motion.range.last,n=>{ac(e,`Last frame`,{last:Math.max(r(n),t.state.document.timeline.first)})}),o=n(`Frames per second`,`short`,()=>e.studio.motion.range.fps,t=>{ac(e,`Frame rate`,{fps:Math.min(tO,Math.max(1,t))})}),s=w(`span`,{class:`baking quiet`,attributes:{role:`status`}});return t.watch([`baking`,`document`,`playing`,`onion`],({baking:t})=>{let n=t!==null&&e.studio.motion.frames.fresh&&t.done<t.total;s.textContent=n?`baking ${t.done} of ${t.total}`:``}),w(`div`,{class:`time-numbers`},s,i,w(`span`,{class:`quiet`},`–`),a,w(`span`,{class:`quiet`},`at`),o,w(`span`,{class:`quiet`},`fps`))}function cO(e){let{studio:t}=e,{store:n}=t,r=O(`loop`,`Play over and over`,null,()=>{n.set({looping:!n.state.looping})}),i=w(`input`,{label:`Choose a track or a clip`,attributes:{type:`file`,multiple:``,accept:[...aa,...ra].join()},on:{change:()=>{let e=ca(i.files??[]);i.value=``,e.length&&t.motion.load(e)}}}),a=O(`open`,`Open a track or a clip of this model`,null,()=>{i.click()}),o=O(`fold`,`Fold the timeline`,null,()=>{n.set({timelineOpen:!1})}),s=O(`unfold`,`Open the timeline`,null,()=>{n.set({timelineOpen:!0})}),c=O(`trail`,`Motion trails of what is selected`,null,()=>{n.set({trails:!n.state.trails})});return n.watch([`trails`],e=>{c.setAttribute(`aria-pressed`,String(e.trails))}),n.watch([`looping`],({looping:e})=>{r.setAttribute(`aria-pressed`,String(e))}),n.watch([`timelineOpen`],({timelineOpen:e})=>{o.hidden=!e,s.hidden=e}),w(`div`,{class:`time-tail`},r,c,bT(e),vT(e),a,o,s)}function lO(e){let{studio:{store:t},stage:n}=e,r=[...ds.map(t=>new ms(t,(r,i,a)=>dO(e,i,{typed:{...Zr,axis:t},turned:is(n.lens,a,t,58)}))),...ds.map(t=>new hs(t,(n,r)=>uO(e,r,{plane:t}))),...ds.map(t=>new ps(t,(n,r)=>uO(e,r,{typed:{...Zr,axis:t}})))],i=r.slice(0,ds.length);return t.watch([`rig`],({rig:e})=>{for(let{element:t}of i)t.style.display=ae(e,`turn`)?``:`none`}),_s(e,{label:`Move and turn the selected handles`,parts:r,middle:()=>{let{state:e}=t,{gizmo:n,document:r,selection:i,tool:a,rig:o,pose:s,playing:c,clip:u,beside:d}=e;if(!n||!o||a!==`pose`||c||u||d||B(r.method).hidesHandles?.(e))return;let f=r.handles.filter(({id:e})=>i.includes(e)).map(e=>yt(r,s?.reached??null,e,o.pins));return f.length?l(f):void 0},slices:[`gizmo`,`document`,`selection`,`tool`,`rig`,`pose`,`playing`,`clip`,`beside`],yields:e=>bi(t.state,n.lens,e)!==null})}function uO(e,t,n){let{document:r,pose:i,rig:a,selection:o}=e.studio.store.state,s=bt(r,i?.reached??null,a?.pins),c=xi(s,o);return c.length?new _i(e,`move`,s,c,t,n):null}function dO(e,t,n){let{document:r,pose:i,rig:a,selection:o,model:s}=e.studio.store.state,c=e.stage.positions();if(!s||!c)return null;let l=oe(bt(r,i?.reached??null,a?.pins),o,e=>({turn:e.turn??mr(s,e,c)}));return new _i(e,`turn`,l,l.filter(({id:e})=>o.includes(e)),t,n)}function fO(e,t,n,r){let i=[];return Xn(Jn(e),gO(e.F,n.face),e=>mO(t,e,n)<=r,e=>i.push(e)),i}function pO(e,t,n,r){return t.map(t=>{let i=Math.min(1,Math.max(0,2-2*mO(e,t,n)/r));return Math.max(1,Math.round(255*i*i*(3-2*i)))})}function mO(e,t,n){return o(r(c(e,t),n.at))}function hO(e,t){let n=[];return Xn(Jn(e),gO(e.F,t),()=>!0,e=>n.push(e)),n}function gO(e,t){return[e[3*t],e[3*t+1],e[3*t+2]]}var _O=class{bench;paint;marking;on;constructor(e,t,n){this.bench=e,this.paint=t,this.marking=new Vn(e,t),this.on=!n.ctrlKey,this.move(n)}move(e){let{stage:t,studio:n}=this.bench,r=t.pick(e),i=t.positions(e.pane),{model:a,brush:o,soft:s}=n.store.state;if(!r||!i||!a)return;let c=o*(e.pressure??1)*S(t.lens,r.at),l=fO(a,i,r,c);this.marking.show(l,this.on,s&&this.paint.fades?pO(i,l,r,c):null)}finish(){this.marking.keep(`${this.paint.verbs[+!this.on]} a region`)}cancel(){this.marking.drop()}},vO=class{bench;paint;hit;from;constructor(e,t,n,r){this.bench=e,this.paint=t,this.hit=n,this.from=r}move(){}finish(){let{model:e}=this.bench.studio.store.state;if(!e)return;let t=new Vn(this.bench,this.paint);t.show(hO(e,this.hit.face),!this.from.ctrlKey),t.keep(`${this.paint.verbs[+!!this.from.ctrlKey]} a part`)}cancel(){}},yO=4,bO=.25;function xO(e,t){let n=TO(e),r=TO(t),i=[EO(e,n),EO(t,r)];return{dx:r.x-n.x,dy:r.y-n.y,middle:r,factor:Math.min(...i)<yO?1:i[0]/i[1]}}function SO(e,t,{width:n,height:r}){return{dx:(e.x-n/2)*(1-1/t),dy:(e.y-r/2)*(1-1/t)}}function CO({pointerType:e,pressure:t}){return e===`pen`?bO+.75*Math.min(1,Math.max(0,t)):1}function wO({ctrlKey:e,shiftKey:t,altKey:n}){return e?`pinch`:t?`pan`:n?`orbit`:`zoom`}function TO(e){let t=e.reduce((e,{x:t,y:n})=>({x:e.x+t,y:e.y+n}),{x:0,y:0});return{x:t.x/e.length,y:t.y/e.length}}function EO(e,t){return e.reduce((e,{x:n,y:r})=>e+Math.hypot(n-t.x,r-t.y),0)/e.length}var DO=0,OO=1,kO=2;function AO(e,t){return e.button===DO&&e.altKey?e.shiftKey?`pan`:`orbit`:t===`maya`?e.button===OO?`pan`:e.button===kO?e.altKey?`zoom`:`orbit`:null:e.button===OO?e.shiftKey?`pan`:e.ctrlKey?`zoom`:`orbit`:e.button===kO?`pan`:null}function jO(e){let t=e.deltaY*(e.deltaMode===1?16:e.deltaMode===2?400:1);return Math.exp(Math.max(-240,Math.min(240,t))*(e.ctrlKey?.01:.0015))}var MO=class{bench;kind;clicked;last;moved=0;constructor(e,t,n,r=()=>void 0){this.bench=e,this.kind=t,this.clicked=r,this.last=n}move(e){let t=e.x-this.last.x,n=e.y-this.last.y,{camera:r}=this.bench.stage;this.last=e,this.moved+=Math.hypot(t,n),this.kind===`orbit`?r.orbit(t,n,kl(this.bench)):this.kind===`pan`?r.pan(t,n):r.zoom(Math.exp(n*.005)),this.bench.stage.invalidate()}finish(){this.moved<3&&this.clicked()}cancel(){}},NO=class{bench;modal=!1;running=null;fingers=new Map;lastAt={x:0,y:0,pane:0,shiftKey:!1,ctrlKey:!1};cursor=document.createElement(`div`);off=new AbortController;constructor(e){this.bench=e;let{canvas:t}=e.stage,n={signal:this.off.signal};t.addEventListener(`pointerdown`,e=>{this.down(e)},n),t.addEventListener(`pointermove`,e=>{this.moved(e)},n),t.addEventListener(`pointerup`,e=>{this.fingers.delete(e.pointerId),this.modal||this.finish()},n),t.addEventListener(`pointercancel`,e=>{this.fingers.delete(e.pointerId),this.cancel()},n),t.addEventListener(`pointerleave`,()=>{this.leave()},n),t.addEventListener(`contextmenu`,e=>{e.preventDefault()},n),t.addEventListener(`wheel`,e=>{this.wheeled(e)},{...n,passive:!1}),this.cursor.className=`brush-cursor`,this.cursor.hidden=!0,t.parentElement?.append(this.cursor),e.studio.store.watch([`tool`,`brush`],()=>{this.showCursor()})}get at(){return this.lastAt}get busy(){return this.running!==null}begin(e){this.cancel(),this.running=e,this.modal=!0}key(e){if(!this.running)return!1;if(e===`Escape`)this.cancel();else if(e===`Enter`)this.finish();else return this.running.key?.(e)??!1;return!0}cancel(){this.running?.cancel(),this.running=null,this.modal=!1}dispose(){this.off.abort(),this.cursor.remove()}finish(){this.running?.finish(),this.running=null,this.modal=!1,this.hover()}down(e){if(this.lastAt=this.place(e),this.bench.stage.canvas.focus({preventScroll:!0}),e.pointerType===`touch`&&this.held(e))return;if(this.running){e.button===0?this.finish():this.cancel();return}this.bench.stage.canvas.setPointerCapture(e.pointerId);let t=AO(e,this.bench.studio.store.state.preset);this.running=t?new MO(this.bench,t,this.lastAt):e.button===0?this.pressed(this.lastAt):null,this.bench.stage.point(null,null)}held(e){return this.fingers.set(e.pointerId,{x:e.clientX,y:e.clientY}),this.fingers.size<2?!1:(this.cancel(),this.bench.stage.canvas.setPointerCapture(e.pointerId),!0)}grasped(e){let t=[...this.fingers.values()];this.fingers.set(e.pointerId,{x:e.clientX,y:e.clientY});let{dx:n,dy:r,middle:i,factor:a}=xO(t,[...this.fingers.values()]),{camera:o}=this.bench.stage;this.fingers.size>2?o.orbit(n,r,kl(this.bench)):(o.pan(n,r),this.zoomAt(i,a)),this.bench.stage.invalidate()}wheeled(e){e.preventDefault();let{camera:t}=this.bench.stage,n=wO(e);n===`pinch`?this.zoomAt({x:e.clientX,y:e.clientY},jO(e)):n===`pan`?t.pan(-e.deltaX||0,-e.deltaY||0):n===`orbit`?t.orbit(-e.deltaX||0,-e.deltaY||0,kl(this.bench)):t.zoom(jO(e)),this.bench.stage.invalidate()}zoomAt(e,t){let{stage:n}=this.bench,{left:r,top:i}=n.canvas.getBoundingClientRect(),a=e.x-r,o=n.camera.gaze.distance;n.camera.zoom(t);let s=SO({x:a-n.shift(n.paneAt(a)),y:e.y-i},n.camera.gaze.distance/o,n.lens);n.camera.pan(s.dx,s.dy)}pressed(e){let{stage:t,studio:n}=this.bench,{state:r}=n.store;return(r.tool===`pose`?this.posing(e):this.marking(e,r.tool,t.pick(e)))??new MO(this.bench,`orbit`,e,()=>{n.store.set(r.tool===`pose`?{selection:[],partSelection:[],...Df(`selection`)}:{selection:[]})})}marking(e,t,n){let r=t===`box`||t===`lasso`;if(r&&this.bench.studio.store.state.aim!==`surface`)return new Gn(this.bench,t,null,e);if(!r&&!n)return null;let i=Bn(this.bench);return i?r?new Gn(this.bench,t,i,e):t===`brush`?new _O(this.bench,i,e):new vO(this.bench,i,n,e):null}posing(e){let{stage:t,studio:n}=this.bench,{state:r}=n.store,i=t.pick(e),a=B(r.document.method).press?.(this.bench,e,i);if(a!==void 0)return a;let o=bi(r,t.lens,e);if(o)return new Ci(this.bench,o,e);let s=Si(t.offers(),t.lens,e);return s&&r.rig?new wi(this.bench,s,e):!i||!r.rig||!r.model?null:_t(Rt(r),r.model.F,i.face)?(n.say(`This region is frozen. Thaw it (C, with Ctrl) to place a handle here.`),null):new wi(this.bench,i,e)}moved(e){this.fingers.size>1?this.fingers.has(e.pointerId)&&this.grasped(e):(this.lastAt=this.place(e),this.showCursor(),this.running?this.running.move(this.lastAt):this.hover())}hover(){let{stage:e,studio:t}=this.bench,{state:n}=t.store,r=B(n.document.method),i=n.tool===`pose`&&!r.hidesHandles?.(n),a=i?bi(n,e.lens,this.lastAt):null,o=i&&!a&&n.rig!==null&&n.progress===null?Si(e.offers(),e.lens,this.lastAt)??e.pick(this.lastAt):null,s=r.near?.(this.bench,this.lastAt,o)??!1;e.point(a?.id??null,s?null:o,this.lastAt.pane),e.canvas.style.cursor=a||s?`grab`:n.tool===`pose`?`default`:`crosshair`}leave(){let{stage:e,studio:t}=this.bench;e.point(null,null),B(t.store.state.document.method).away?.(t),this.cursor.hidden=!0}showCursor(){let{tool:e,brush:t}=this.bench.studio.store.state,n=t*(this.running?this.lastAt.pressure??1:1);this.cursor.hidden=e!==`brush`;let r=this.lastAt.x+this.bench.stage.shift(this.lastAt.pane);Object.assign(this.cursor.style,{left:`${r-n}px`,top:`${this.lastAt.y-n}px`,width:`${2*n}px`,height:`${2*n}px`})}place(e){let{stage:t}=this.bench,{left:n,top:r}=t.canvas.getBoundingClientRect(),i=e.clientX-n,a=this.running&&!this.modal?this.lastAt.pane:t.paneAt(i);return{x:i-t.shift(a),y:e.clientY-r,pane:a,shiftKey:e.shiftKey,ctrlKey:e.ctrlKey||e.metaKey,pressure:CO(e)}}},PO=.06;function FO(e,{document:t},n){let i=t.handles.map(t=>ft(t,e.V,e.F));return e.start.suggested.filter(t=>i.every(n=>o(r(n,ft(t,e.V,e.F)))>PO*e.diagonal)).map(({face:t,barycentric:r})=>({face:t,barycentric:r,at:ft({face:t,barycentric:r},n,e.F)}))}var IO=256,LO={pearl:[`#ffffff`,`#cfc8c4`,`#4c4a57`,`#b9cbe6`],bronze:[`#ffe3b0`,`#a8662c`,`#241208`,`#e0a060`],jade:[`#e9fff0`,`#4f9a78`,`#0d2b22`,`#9fe0c4`]};function RO(e){let t=document.createElement(`canvas`);t.width=t.height=IO;let n=t.getContext(`2d`);e===`stripes`?BO(n):zO(n,LO[e]);let r=new ev(t);return r.colorSpace=cm,r}function zO(e,[t,n,r,i]){let a=e.createRadialGradient(.36*IO,.3*IO,0,.48*IO,.46*IO,.56*IO);[t,n,r].forEach((e,t)=>{a.addColorStop([0,.5,1][t],e)}),e.fillStyle=a,e.fillRect(0,0,IO,IO);let o=e.createRadialGradient(.72*IO,.76*IO,0,.72*IO,.76*IO,.3*IO);o.addColorStop(0,`${i}66`),o.addColorStop(1,`${i}00`),e.fillStyle=o,e.fillRect(0,0,IO,IO)}function BO(e){for(let t=0;t<14;t++)e.fillStyle=t%2?`#3a3f46`:`#e9e6df`,e.fillRect(0,t*IO/14,IO,19.285714285714285)}var VO=600,HO=1.5,UO=3.25;function WO(e,t){let n=[0,1,2].map(t=>Ee(e,t));return n[0].length===0?[]:t.map(t=>[L(e,n[0],t),L(e,n[1],t),L(e,n[2],t)])}function GO({document:{timeline:{rows:e,first:t,last:n}},selection:r,trails:i},a){let o=i?e.filter(e=>e.numbers===null&&e.handles.some(e=>r.includes(e))):[],s=Math.max(1,Math.ceil((n-t)/VO)),c=Array.from({length:Math.floor((n-t)/s)+1},(e,n)=>t+n*s),l=(e,t)=>({at:e,radius:t,fill:t>HO?a.disc:a.accent,edge:a.accent,ring:!1}),u=o.map(e=>({row:e,way:WO(e,c)}));return{lines:u.flatMap(({way:e})=>e.slice(1).map((t,n)=>[e[n],t])),discs:u.flatMap(({row:e,way:t})=>[...t.map(e=>l(e,HO)),...WO(e,e.keys.map(({at:e})=>e)).map(e=>l(e,UO))])}}var KO=5.5,qO=7.5,JO=3,YO=1.75,XO=.035,ZO=.85,QO=3;function $O(e,t){return{at:e,radius:4.5,fill:t.disc,edge:t.accent,ring:!1,hollow:ZO}}function ek(e,{rig:t,pose:n},r,i,a,o,s){let{document:c,selection:l}=e,u=[],d=[];for(let e=0;e<(r?.dots?.length??0);e+=3){let[t,n,i]=r.dots.subarray(e,e+3);u.push({at:[t,n,i],radius:JO,fill:o.wire,edge:o.wire,ring:!1})}if(a&&u.push({at:a.at,radius:4.5,fill:o.accent,edge:o.disc,ring:!1}),B(c.method).hidesHandles?.(e)||e.playing||e.clip)return[u,d,[],o.accent];for(let e=0;e<(n?.contacts?.length??0);e+=3){let[t,r,i]=n.contacts.subarray(e,e+3);u.push({at:[t,r,i],radius:YO,fill:o.accent,edge:o.accent,ring:!1})}for(let r of c.handles){if(er(e,r.face))continue;let a=yt(c,n?.reached??null,r,t?.pins),f=l.includes(r.id),p=r.id===i?qO:KO,m=f?o.disc:o.accent,h=ae(t,`weight`)?ZO*(1-le(r.weight)):0,g=ae(t,`turn`)&&r.turn!==null;u.push({at:a,radius:p,fill:f?o.accent:o.disc,edge:m,ring:r.pinned,hollow:h,ticks:g});let _=n?.reached.get(r.id);_&&ik(s,_,a)>QO&&(d.push([_,a]),u.push({at:_,radius:JO,fill:o.accent,edge:o.accent,ring:!1}))}let f=ae(t,`slide`)?c.handles.flatMap(r=>nk(r,yt(c,n?.reached??null,r,t?.pins),XO*(e.model?.diagonal??1))):[],p=GO(e,o);return[[...p.discs,...u],d,[...tk(e,{rig:t,pose:n}),...f,...p.lines],o.accent]}function tk({document:e},{rig:t,pose:n}){let r=new Map,i=[];for(let a of e.handles){if(a.group===null)continue;let o=yt(e,n?.reached??null,a,t?.pins),s=r.get(a.group);s&&i.push([s,o]),r.set(a.group,o)}return i}function nk({slide:e},t,r){if(!e)return[];let a=i(e.vector,1/o(e.vector));if(e.on===`line`)return[[n(t,i(a,-2*r)),n(t,i(a,2*r))]];let c=rk(a),l=s(a,c),u=(e,a)=>n(t,n(i(c,e*r),i(l,a*r))),d=[u(1,1),u(-1,1),u(-1,-1),u(1,-1)];return[...d.map((e,t)=>[e,d[(t+1)%4]]),[u(-1,0),u(1,0)],[u(0,-1),u(0,1)]]}function rk(e){let t=e.map(Math.abs).indexOf(Math.min(...e.map(Math.abs))),n=s(e,[+(t===0),+(t===1),+(t===2)]);return i(n,1/o(n))}function ik(e,t,n){let r=f(e,t),i=f(e,n);return Math.hypot(r.x-i.x,r.y-i.y)}var ak=class{worker=new Worker(new URL(new URL(`carrier.worker.js`,import.meta.url).href,``+import.meta.url),{type:`module`});room;waiting=null;constructor(e,t,n,r){let i=t.source?.length??n;this.room={V:new Float32Array(3*n),drawn:t.source&&new Float32Array(3*i),normals:new Float32Array(3*i)},this.worker.postMessage({weights:e,shading:t}),this.worker.onmessage=({data:e})=>{this.room=r(e),this.next()},this.worker.onerror=e=>{throw Error(`The mesh could not be carried by its points: ${e.message}`)}}get busy(){return this.room===null}want(e){this.waiting=e,this.next()}dispose(){this.worker.terminate()}next(){let{room:e,waiting:t}=this;e&&t&&(this.room=this.waiting=null,this.worker.postMessage({...e,points:t},{transfer:[e.V.buffer,e.normals.buffer,...e.drawn?[e.drawn.buffer]:[]]}))}};function ok(e,t){e.onBeforeCompile=e=>{for(let n of t)n.change(e)},e.customProgramCacheKey=()=>t.map(({key:e})=>e).join(`, `),e.needsUpdate=!0}var sk={key:`tint`,change:e=>{e.vertexShader=e.vertexShader.replace(`#include <common>`,`#include <common>
#ifdef TINTED
attribute vec4 tint; varying vec4 vTint;
#endif`).replace(`#include <begin_vertex>`,`#include <begin_vertex>
#ifdef TINTED
vTint = tint;
#endif`),e.fragmentShader=e.fragmentShader.replace(`#include <common>`,`#include <common>
#ifdef TINTED
varying vec4 vTint;
#endif`).replace(`#include <color_fragment>`,`#include <color_fragment>
#ifdef TINTED
diffuseColor.rgb = mix(diffuseColor.rgb, vTint.rgb, vTint.a);
#endif`)}},ck={key:`one lookup`,change:e=>{e.fragmentShader=e.fragmentShader.replace(`#include <metalnessmap_fragment>`,`float metalnessFactor = metalness;
#ifdef USE_METALNESSMAP
metalnessFactor *= texelRoughness.b;
#endif`)}};function lk(e,t){for(let n of e)t!==(n.defines?.TINTED!==void 0)&&(n.defines??={},t?n.defines.TINTED=``:delete n.defines.TINTED,n.needsUpdate=!0)}var uk=`
const float AROUND = ${2.1.toFixed(1)};
vec3 aroundRadiance(vec3 r, float roughness) {
  #if NUM_HEMI_LIGHTS > 0
    float wide = mix(0.3, 1.0, roughness);
    float above = smoothstep(-wide, wide, dot(r, hemisphereLights[0].direction));
    vec3 around = mix(hemisphereLights[0].groundColor, hemisphereLights[0].skyColor, above) * (AROUND * RECIPROCAL_PI);
    float sharp = mix(28.0, 3.0, sqrt(roughness));
    float boxes = 1.5 * exp2(sharp * (dot(r, vec3(-0.62, 0.66, 0.42)) - 1.0)) + 0.7 * exp2(sharp * (dot(r, vec3(0.86, 0.36, 0.36)) - 1.0));
    return around * (1.0 + boxes * mix(2.4, 0.6, roughness));
  #else
    return vec3(0.0);
  #endif
}
void main() {`,dk=`
#if defined( RE_IndirectSpecular )
  iblIrradiance += AROUND * irradiance;
  irradiance = vec3(0.0);
  vec3 mirrored = reflect(-geometryViewDir, geometryNormal);
  radiance += aroundRadiance(normalize(mix(mirrored, geometryNormal, pow2(material.roughness))), material.roughness);
#endif`,fk={key:`environment`,change:e=>{e.fragmentShader=e.fragmentShader.replace(`void main() {`,uk).replace(`#include <lights_fragment_maps>`,dk)}};function pk(e,t){let n=new Map,r=e=>{let r=JSON.stringify(e);return n.has(r)||n.set(r,t.of(e)),n.get(r)};return e.materials.map(t=>mk(t,e.colours!==null,r))}function mk(e,t,n){let r=new Map(e.uses.map(e=>[e.use,{texture:n(e),amount:e.amount}])),i=e=>r.get(e)?.texture??null,[a,o,s,c]=e.colour,l={name:e.name,color:new Y(a,o,s),map:i(`colour`),vertexColors:t,side:e.double_sided?2:0,transparent:e.alpha===`blend`,depthWrite:e.alpha!==`blend`,opacity:e.alpha===`opaque`?1:c,alphaTest:e.alpha===`mask`?e.cutoff:0};if(e.unlit)return new d_({...l,toneMapped:!1});let u=new vv({...l,metalness:e.metallic,roughness:e.roughness,metalnessMap:i(`metallic_roughness`),roughnessMap:i(`metallic_roughness`),normalMap:i(`normal`),aoMap:i(`occlusion`),aoMapIntensity:r.get(`occlusion`)?.amount??1,emissive:new Y(...e.emission),emissiveMap:i(`emission`)}),d=r.get(`normal`)?.amount??1;return u.normalScale.set(d,-d),u}var hk=e=>`
uniform highp sampler2D palette;
${Array.from({length:e},(e,t)=>`attribute vec4 controls${t}; attribute vec4 shares${t};`).join(`
`)}
mat3x4 blended() {
  mat3x4 rows = mat3x4(0.0);
  for (int k = 0; k < 4; k++) {
    ${Array.from({length:e},(e,t)=>`{
      int c = int(controls${t}[k] + 0.5);
      rows += shares${t}[k] * mat3x4(
        texelFetch(palette, ivec2(0, c), 0), texelFetch(palette, ivec2(1, c), 0), texelFetch(palette, ivec2(2, c), 0));
    }`).join(`
`)}
  }
  return rows;
}
// Normals go with the cofactors, which a collapsed or mirrored blend does not upset.
vec3 turnedNormal(mat3x4 rows, vec3 n) {
  vec3 a = rows[0].xyz, b = rows[1].xyz, c = rows[2].xyz;
  return vec3(dot(cross(b, c), n), dot(cross(c, a), n), dot(cross(a, b), n));
}
`,gk=class{sets;texture;constructor(e,t){this.sets=t,this.texture=new E_(new Float32Array(12*e),3,e,lp,ep),this.texture.minFilter=this.texture.magFilter=Hf;for(let t=0;t<e;t++)for(let e=0;e<3;e++)this.values[12*t+5*e]=1;this.texture.needsUpdate=!0}get values(){return this.texture.image.data}set(e){this.values.set(e),this.texture.needsUpdate=!0}get edit(){return{key:`palette ${this.sets}`,change:e=>{e.uniforms.palette={value:this.texture},e.vertexShader=e.vertexShader.replace(`#include <common>`,`#include <common>\n${hk(this.sets)}`).replace(`#include <beginnormal_vertex>`,`vec3 objectNormal = turnedNormal(blended(), normal);`).replace(`#include <begin_vertex>`,`vec3 transformed = vec4(position, 1.0) * blended();`)}}}dispose(){this.texture.dispose()}},_k=.002;function vk({V:e,F:t,surface:n}){if(!n)return{F:t,source:null,smooth:null,groups:e.length/3,tilt:null};let r=n.source.length===e.length/3?null:n.source,i=0;for(let e of n.smooth)i=Math.max(i,e+1);let a={F:n.faces,source:r,smooth:n.smooth,groups:i,tilt:null};return{...a,tilt:Ck(yk(e,r),a,n.normals)}}function yk(e,t,n=null){if(!t)return e;let r=n??new Float32Array(3*t.length);for(let n=0,i=0;n<t.length;n++){let a=3*t[n];r[i++]=e[a],r[i++]=e[a+1],r[i++]=e[a+2]}return r}function bk(e,{F:t,smooth:n,groups:r,tilt:i},a){if(!n){kn(e,t,a);return}let o=xk(e,t,n,r);for(let t=0;t<n.length;t++){let r=3*t,s=3*n[t];a[r]=o[s],a[r+1]=o[s+1],a[r+2]=o[s+2],i&&Sk(e,t,i,a)}}function xk(e,t,n,r){let i=new Float32Array(3*r);for(let r=0;r<t.length;r+=3){let a=3*t[r],o=3*t[r+1],s=3*t[r+2],c=e[o]-e[a],l=e[o+1]-e[a+1],u=e[o+2]-e[a+2],d=e[s]-e[a],f=e[s+1]-e[a+1],p=e[s+2]-e[a+2],m=l*p-u*f,h=u*d-c*p,g=c*f-l*d;for(let e=0;e<3;e++){let a=3*n[t[r+e]];i[a]+=m,i[a+1]+=h,i[a+2]+=g}}for(let e=0;e<i.length;e+=3){let t=Math.sqrt(i[e]**2+i[e+1]**2+i[e+2]**2)||1;i[e]/=t,i[e+1]/=t,i[e+2]/=t}return i}function Sk(e,t,{beside:n,parts:r},i){let a=3*t,o=3*n[t],s=r[a+1],c=r[a+2];if(s===0&&c===0)return;let l=i[a],u=i[a+1],d=i[a+2],f=e[o]-e[a],p=e[o+1]-e[a+1],m=e[o+2]-e[a+2],h=l*f+u*p+d*m;f-=h*l,p-=h*u,m-=h*d;let g=Math.sqrt(f*f+p*p+m*m);if(!(g>0))return;let _=r[a],v=s/g,y=c/g;i[a]=_*l+v*f+y*(u*m-d*p),i[a+1]=_*u+v*p+y*(d*f-l*m),i[a+2]=_*d+v*m+y*(l*p-u*f)}function Ck(e,t,n){let r=new Float32Array(e.length);if(bk(e,t,r),n.every((e,t)=>Math.abs(e-r[t])<_k))return null;let i=wk(e,t.F),a=new Float32Array(e.length),o={beside:i,parts:new Float32Array(e.length)};for(let t=1;t<e.length;t+=3)o.parts[t]=1;let s=r.slice();for(let t=0;t<i.length;t++){Sk(e,t,o,s);let i=3*t,c=(e,t,r)=>n[i]*e+n[i+1]*t+n[i+2]*r,l=[r[i+1]*s[i+2]-r[i+2]*s[i+1],r[i+2]*s[i]-r[i]*s[i+2],r[i]*s[i+1]-r[i+1]*s[i]];a.set([c(r[i],r[i+1],r[i+2]),c(s[i],s[i+1],s[i+2]),c(...l)],i),Math.abs(a[i+1])<_k&&Math.abs(a[i+2])<_k&&a[i]>0&&a.set([1,0,0],i)}return{beside:i,parts:a}}function wk(e,t){let n=new Uint32Array(e.length/3),r=new Float32Array(e.length/3).fill(-1);for(let i=0;i<t.length;i+=3)for(let a=0;a<3;a++){let o=t[i+a],s=t[i+(a+1)%3],c=(e[3*o]-e[3*s])**2+(e[3*o+1]-e[3*s+1])**2+(e[3*o+2]-e[3*s+2])**2;c>r[o]&&(r[o]=c,n[o]=s)}return n}function Tk({V:e,F:t,sides:n},r){let i=n?.slice()??Ek(t);if(r){let t=new Uint32Array(e.length/3);r.forEach((e,n)=>{t[e]=n});for(let e=0;e<i.length;e++)i[e]=t[i[e]]}return i}function Ek(e){let t=new Set,n=[],r=e.reduce((e,t)=>Math.max(e,t),0)+1;return e.forEach((i,a)=>{let o=e[a%3==2?a-2:a+1],s=Math.min(i,o)*r+Math.max(i,o);t.has(s)||n.push(i,o),t.add(s)}),Uint32Array.from(n)}var Dk=.65,Ok=.35;function kk(e,t){let n=e?.parts;return!e||!n||t===null?e?.rgb??null:e.rgb.map((e,r)=>n[Math.floor(r/3)]===t?e:Ok*e)}function Ak(e,t,n,r,i,a=new Float32Array(4*e)){let o=new Y(i).toArray(),s=Float32Array.from({length:256},(e,t)=>new Y().setRGB(t/255,0,0,`srgb`).r);for(let i=0;i<e;i++){let e=t?t[i]:i,c=r?.[e]?Dk:0;for(let t=0;t<3;t++){let r=n?s[n[3*e+t]]:o[t];a[4*i+t]=r+(o[t]-r)*c}a[4*i+3]=n?1:c}return a}var jk=class{model;rig;changed;group=new Jh;geometry=new Yg;clay=new vv({roughness:.82,metalness:0,toneMapped:!1});ball=null;plain=this.clay;lines=new N_({transparent:!0,opacity:.28,depthWrite:!1,toneMapped:!1});own=null;depth=new yv({side:2});surface;wire=new G_(new Yg,this.lines);palette=null;shading;carrier=null;shape;shapeOf=null;lent=null;last=null;rest;constructor(e,t,n=()=>void 0){this.model=e,this.rig=t,this.changed=n,this.shape=this.rest=e.V,this.shading=vk(e);let r=yk(e.V,this.shading.source);this.geometry.setIndex(new X(this.shading.F,1)),this.geometry.setAttribute(`position`,new X(r.slice(),3)),this.geometry.setAttribute(`normal`,new X(e.surface?.normals.slice()??new Float32Array(r.length),3)),ok(this.clay,[sk]),t?.influences&&t.blend&&(this.palette=this.skin(t.influences,t.blend,t.controls)),this.surface=new C_(this.geometry,this.clay),this.surface.frustumCulled=this.wire.frustumCulled=!1,this.wire.visible=!1,this.group.add(this.surface,this.wire),this.clay.side=An(e.V,e.F)?0:2,e.surface||this.smooth()}positions(){let{influences:e,blend:t}=this.rig??{};return this.shapeOf&&e&&t&&(this.shape=En(this.rest,e,t,this.shapeOf),this.shapeOf=null),this.shape}get busy(){return this.carrier?.busy??!1}pose(e){if(this.palette&&e.palette)this.palette.set(e.palette),this.shapeOf=this.last=e.palette;else if(this.carrier&&this.takes(e))this.carrier.want(e.points);else if(!this.palette&&this.takes(e)){let{carry:t}=this.rig??{};this.place(t?Dn(t,e.points):e.V),t&&(this.carrier=new ak(t,this.shading,this.model.V.length/3,e=>this.carried(e)))}}place(e){this.shape=e,this.attribute(`position`).set(yk(e,this.shading.source)).needsUpdate=!0,this.smooth()}carried(e){let t=this.attribute(`position`),n=this.attribute(`normal`),r=t.array,i={V:e.drawn?this.lent??new Float32Array(e.V.length):r,drawn:e.drawn&&r,normals:n.array};return t.array=e.drawn??e.V,this.shape=this.lent=e.V,n.array=e.normals,t.needsUpdate=n.needsUpdate=!0,this.changed(),i}attribute(e){return this.geometry.getAttribute(e)}setRest(e){this.palette&&(this.rest=e??this.model.V,this.attribute(`position`).set(yk(this.rest,this.shading.source)).needsUpdate=!0,this.smooth(),this.shape=this.rest,this.shapeOf=this.last)}takes(e){return this.rig?.carry?e.points?.length===3*On(this.rig):this.palette?e.palette!==null:e.V!==null}skins(e){this.palette&&ok(e,[this.palette.edit])}paint(e,t,n,r,i){let a=i&&!t&&this.plain===this.clay?this.ownMaterials(i):null;this.surface.material=a??this.plain,this.clay.color.set(e);let o=t!==null||(n?.some(e=>e>0)??!1);if(lk(a??[this.plain],o),!o)return;let{source:s}=this.shading,c=this.geometry.attributes.tint,l=Ak(s?.length??this.model.V.length/3,s,t,n,r,c?.array);c?c.needsUpdate=!0:this.geometry.setAttribute(`tint`,new X(l,4))}setMatcap(e){e&&!this.ball&&(this.ball=new xv({toneMapped:!1,side:this.clay.side}),ok(this.ball,[sk,...this.skinEdits()])),e&&(this.ball.matcap=e),this.plain=e?this.ball:this.clay}hide(e){if(e.length===0&&this.geometry.index.array===this.shading.F)return;let t=new X(tr(this.model,e,this.shading.F),1);t.version=this.geometry.index.version+1,this.geometry.setIndex(t)}ownMaterials(e){let{surface:t}=this.model;if(!t||this.own)return this.own;t.colours&&this.geometry.setAttribute(`color`,new X(t.colours,4,!0)),[...t.uv.values()].forEach((e,t)=>this.geometry.setAttribute(t?`uv${t}`:`uv`,new X(e,2))),t.materials.forEach(({first:e,count:t},n)=>{this.geometry.addGroup(3*e,3*t,n)}),this.own=pk(t,e);for(let e of this.own)ok(e,[sk,...e instanceof vv?[fk,ck]:[],...this.skinEdits()]);return this.own}skinEdits(){return this.palette?[this.palette.edit]:[]}showWire(e,t){this.wire.visible=e,e&&this.wire.geometry.index===null&&(this.wire.geometry.attributes=this.geometry.attributes,this.wire.geometry.setIndex(new X(Tk(this.model,this.shading.source),1)));for(let t of[this.plain,this.clay,...this.own??[]])Object.assign(t,{polygonOffset:e,polygonOffsetFactor:.5,polygonOffsetUnits:2});this.lines.color.set(t)}bare(e){let{visible:t}=this.wire;this.wire.visible=!1,e(),this.wire.visible=t}dispose(){this.geometry.dispose(),this.wire.geometry.dispose();for(let e of[this.clay,this.ball,this.lines,this.depth,...this.own??[]])e?.dispose();this.palette?.dispose(),this.carrier?.dispose()}skin(e,t,n){let{source:r}=this.shading,i=r?.length??this.model.V.length/3,a=3*e.length/this.model.V.length,o=Math.ceil(a/4),s=new gk(n,o);for(let n=0;n<o;n++){let o=new Float32Array(4*i),s=new Float32Array(4*i);for(let c=0;c<i;c++){let i=(r?r[c]:c)*a+4*n;for(let r=0;r<4&&4*n+r<a;r++)o[4*c+r]=e[i+r],s[4*c+r]=t[i+r]}this.geometry.setAttribute(`controls${n}`,new X(o,4)),this.geometry.setAttribute(`shares${n}`,new X(s,4))}ok(this.clay,[sk,s.edit]);for(let e of[this.lines,this.depth])ok(e,[s.edit]);return s}smooth(){let e=this.attribute(`normal`);bk(this.attribute(`position`).array,this.shading,e.array),e.needsUpdate=!0}},Mk=128,Nk=1/160,Pk=Hk(6),Fk=`varying vec2 at; void main() { at = uv; gl_Position = vec4(position.xy, 0.0, 1.0); }`,Ik=`
uniform sampler2D picture; uniform vec2 step; varying vec2 at;
void main() {
  float sum = ${Pk.map(({at:e,share:t})=>`${t.toFixed(6)} * texture2D(picture, at + ${e.toFixed(1)} * step).r`).join(` + `)};
  gl_FragColor = vec4(vec3(sum), 1.0);
}`,Lk=1.5,Rk=`
varying vec3 world; varying vec2 plane; uniform vec3 depth;
void main() { world = (modelMatrix * vec4(position, 1.0)).xyz; plane = vec2(world.x, dot(world, depth)); gl_Position = projectionMatrix * viewMatrix * vec4(world, 1.0); }`,zk=`
uniform sampler2D shadow; uniform sampler2D contact; uniform mat4 fromBelow; uniform vec2 middle; uniform vec3 line; uniform vec3 dark;
uniform float radius; uniform float cell; uniform float strength; uniform float firm; varying vec3 world; varying vec2 plane;
float lines(vec2 p) {
  vec2 d = abs(fract(p - 0.5) - 0.5) / fwidth(p);
  return 1.0 - min(min(d.x, d.y), 1.0);
}
void main() {
  float far = length(plane - middle) / (3.2 * radius);
  float fade = pow(max(0.0, 1.0 - far), 1.5);
  float grid = min(1.0, (1.0 + 0.9 * firm) * (0.45 * lines(plane / cell) + 0.35 * lines(plane / (5.0 * cell))) + 0.1 * firm) * fade;
  vec2 uv = (fromBelow * vec4(world, 1.0)).xy * 0.5 + 0.5;
  float inside = step(0.0, uv.x) * step(uv.x, 1.0) * step(0.0, uv.y) * step(uv.y, 1.0);
  // Far and soft below the whole model, near and dark where it touches the ground.
  float wide = strength * pow(texture2D(shadow, uv).r, 1.3);
  float close = min(1.0, ${Lk.toFixed(1)} * strength) * pow(texture2D(contact, uv).r, 5.0);
  float shade = inside * (wide + close * (1.0 - wide));
  float alpha = shade + grid * (1.0 - shade);
  if (!gl_FrontFacing) discard;
  gl_FragColor = vec4((dark * shade + line * grid * (1.0 - shade)) / max(alpha, 1e-4), alpha);
  #include <colorspace_fragment>
}`,Bk=class{mesh;targets=[new vh(Mk,Mk),new vh(Mk,Mk),new vh(Mk,Mk)];camera=new ny;blur=new gv({uniforms:{picture:{value:null},step:{value:[0,0]}},vertexShader:Fk,fragmentShader:Ik,depthTest:!1,depthWrite:!1});quad=new C_(new av(2,2),this.blur);scene=new ng;constructor(){let e=new gv({vertexShader:Rk,fragmentShader:zk,transparent:!0,depthWrite:!1,side:2,uniforms:{shadow:{value:this.targets[0].texture},contact:{value:this.targets[2].texture},fromBelow:{value:new J},middle:{value:[0,0]},depth:{value:[0,0,1]},line:{value:new Y},dark:{value:new Y},radius:{value:1},cell:{value:1},strength:{value:.5},firm:{value:0}}});this.mesh=new C_(new av(1,1).rotateX(-Math.PI/2),e),this.mesh.frustumCulled=!1,this.mesh.visible=!1,this.quad.frustumCulled=!1}place(e,t,n,r=`y`){let[i,a]=r===`y`?[1,2]:[2,1],o=t=>[e[0],i===1?t:e[1],i===2?t:e[2]];this.mesh.visible=!0,this.mesh.position.set(...o(n)),this.mesh.rotation.x=r===`y`?0:Math.PI/2,this.mesh.scale.setScalar(7*t);let s=1.5*t;Object.assign(this.camera,{left:-s,right:s,top:s,bottom:-s,near:0,far:.7*t}),this.camera.position.set(...o(n-.001*t)),this.camera.up.set(0,+(a===1),+(a===2)),this.camera.lookAt(...o(n+t)),this.camera.updateMatrixWorld(),this.camera.updateProjectionMatrix();let{uniforms:c}=this.mesh.material;c.fromBelow.value=new J().multiplyMatrices(this.camera.projectionMatrix,this.camera.matrixWorldInverse),c.depth.value=this.camera.up.toArray(),c.middle.value=[e[0],e[a]],c.radius.value=t,c.cell.value=Vk(t)}firm(e){this.mesh.material.uniforms.firm.value=+!!e}colour(e,t,n){let{uniforms:r}=this.mesh.material;r.line.value.set(e),r.dark.value.set(t),r.strength.value=n}shade(e,t){let[n,r,i]=this.targets,a=t.group.parent;this.scene.add(t.group),this.scene.overrideMaterial=t.depth,e.setRenderTarget(n),e.setClearColor(0,1),e.clear(),e.render(this.scene,this.camera),this.scene.overrideMaterial=null,a?.add(t.group);for(let[t,a,o]of[[n,r,[Nk,0]],[r,i,[0,Nk]],[i,r,[2.5*Nk,0]],[r,n,[0,2.5*Nk]]])this.blur.uniforms.picture.value=t.texture,this.blur.uniforms.step.value=o,e.setRenderTarget(a),e.render(this.quad,this.camera);e.setRenderTarget(null),e.setClearColor(0,0)}dispose(){for(let e of this.targets)e.dispose();this.mesh.geometry.dispose(),this.mesh.material.dispose(),this.quad.geometry.dispose(),this.blur.dispose()}};function Vk(e){let t=10**Math.floor(Math.log10(e/4));return[5,2,1].map(e=>e*t).find(t=>t<=e/4)??t}function Hk(e){let t=Array.from({length:2*e+1},(t,n)=>n-e),n=t.map(e=>Math.exp(-e*e/14)),r=n.reduce((e,t)=>e+t);return t.map((e,t)=>({at:e,share:n[t]/r}))}Q.line={worldUnits:{value:1},linewidth:{value:1},resolution:{value:new W},dashOffset:{value:0},dashScale:{value:1},dashSize:{value:1},gapSize:{value:1}},Fy.line={uniforms:pv.merge([Q.common,Q.fog,Q.line]),vertexShader:`
		#include <common>
		#include <color_pars_vertex>
		#include <fog_pars_vertex>
		#include <logdepthbuf_pars_vertex>
		#include <clipping_planes_pars_vertex>

		uniform float linewidth;
		uniform vec2 resolution;

		attribute vec3 instanceStart;
		attribute vec3 instanceEnd;

		attribute vec3 instanceColorStart;
		attribute vec3 instanceColorEnd;

		#ifdef WORLD_UNITS

			varying vec4 worldPos;
			varying vec3 worldStart;
			varying vec3 worldEnd;

			#ifdef USE_DASH

				varying vec2 vUv;

			#endif

		#else

			varying vec2 vUv;

		#endif

		#ifdef USE_DASH

			uniform float dashScale;
			attribute float instanceDistanceStart;
			attribute float instanceDistanceEnd;
			varying float vLineDistance;

		#endif

		float trimSegmentAlpha( const in vec4 start, const in vec4 end ) {

			// compute the interpolation factor needed to trim the segment so it terminates
			// between the camera plane and the near plane

			// conservative estimate of the near plane
			float a = projectionMatrix[ 2 ][ 2 ]; // 3nd entry in 3th column
			float b = projectionMatrix[ 3 ][ 2 ]; // 3nd entry in 4th column

			// we need different nearEstimate formula for reversed and default depth buffer
			// a is positive with a reversed depth buffer so it can be used for controlling the code flow
			float nearEstimate = ( a > 0.0 ) ? ( - b / ( a + 1.0 ) ) : ( - 0.5 * b / a );

			return ( nearEstimate - start.z ) / ( end.z - start.z );

		}

		void main() {

			#ifdef USE_COLOR

				vColor.xyz = ( position.y < 0.5 ) ? instanceColorStart : instanceColorEnd;

			#endif

			float aspect = resolution.x / resolution.y;

			// camera space
			vec4 start = modelViewMatrix * vec4( instanceStart, 1.0 );
			vec4 end = modelViewMatrix * vec4( instanceEnd, 1.0 );

			#ifdef USE_DASH

				float lineDistanceStart = dashScale * instanceDistanceStart;
				float lineDistanceEnd = dashScale * instanceDistanceEnd;

			#endif

			#ifdef WORLD_UNITS

				worldStart = start.xyz;
				worldEnd = end.xyz;

			#else

				vUv = uv;

			#endif

			// special case for perspective projection, and segments that terminate either in, or behind, the camera plane
			// clearly the gpu firmware has a way of addressing this issue when projecting into ndc space
			// but we need to perform ndc-space calculations in the shader, so we must address this issue directly
			// perhaps there is a more elegant solution -- WestLangley

			bool perspective = ( projectionMatrix[ 2 ][ 3 ] == - 1.0 ); // 4th entry in the 3rd column

			if ( perspective ) {

				if ( start.z < 0.0 && end.z >= 0.0 ) {

					float alpha = trimSegmentAlpha( start, end );
					end.xyz = mix( start.xyz, end.xyz, alpha );

					#ifdef USE_DASH

						lineDistanceEnd = mix( lineDistanceStart, lineDistanceEnd, alpha );

					#endif

				} else if ( end.z < 0.0 && start.z >= 0.0 ) {

					float alpha = trimSegmentAlpha( end, start );
					start.xyz = mix( end.xyz, start.xyz, alpha );

					#ifdef USE_DASH

						lineDistanceStart = mix( lineDistanceEnd, lineDistanceStart, alpha );

					#endif

				}

			}

			#ifdef USE_DASH

				vLineDistance = ( position.y < 0.5 ) ? lineDistanceStart : lineDistanceEnd;
				vUv = uv;

			#endif

			// clip space
			vec4 clipStart = projectionMatrix * start;
			vec4 clipEnd = projectionMatrix * end;

			// ndc space
			vec3 ndcStart = clipStart.xyz / clipStart.w;
			vec3 ndcEnd = clipEnd.xyz / clipEnd.w;

			// direction
			vec2 dir = ndcEnd.xy - ndcStart.xy;

			// account for clip-space aspect ratio
			dir.x *= aspect;
			dir = normalize( dir );

			#ifdef WORLD_UNITS

				vec3 worldDir = normalize( end.xyz - start.xyz );
				vec3 tmpFwd = perspective ? normalize( mix( start.xyz, end.xyz, 0.5 ) ) : vec3( 0.0, 0.0, - 1.0 );
				vec3 worldUp = normalize( cross( worldDir, tmpFwd ) );
				vec3 worldFwd = cross( worldDir, worldUp );
				worldPos = position.y < 0.5 ? start: end;

				// height offset
				float hw = linewidth * 0.5;
				worldPos.xyz += position.x < 0.0 ? hw * worldUp : - hw * worldUp;

				// don't extend the line if we're rendering dashes because we
				// won't be rendering the endcaps
				#ifndef USE_DASH

					// cap extension
					worldPos.xyz += position.y < 0.5 ? - hw * worldDir : hw * worldDir;

					// add width to the box
					worldPos.xyz += worldFwd * hw;

					// endcaps
					if ( position.y > 1.0 || position.y < 0.0 ) {

						worldPos.xyz -= worldFwd * 2.0 * hw;

					}

				#endif

				// project the worldpos
				vec4 clip = projectionMatrix * worldPos;

				// shift the depth of the projected points so the line
				// segments overlap neatly
				vec3 clipPose = ( position.y < 0.5 ) ? ndcStart : ndcEnd;

				// only shift the depth of vertices in front of the camera (#35137)
				if ( clip.w > 0.0 ) clip.z = clipPose.z * clip.w;

			#else

				vec2 offset = vec2( dir.y, - dir.x );
				// undo aspect ratio adjustment
				dir.x /= aspect;
				offset.x /= aspect;

				// sign flip
				if ( position.x < 0.0 ) offset *= - 1.0;

				// endcaps
				if ( position.y < 0.0 ) {

					offset += - dir;

				} else if ( position.y > 1.0 ) {

					offset += dir;

				}

				// adjust for linewidth
				offset *= linewidth;

				// adjust for clip-space to screen-space conversion // maybe resolution should be based on viewport ...
				offset /= resolution.y;

				// select end
				vec4 clip = ( position.y < 0.5 ) ? clipStart : clipEnd;

				// back to clip space
				offset *= clip.w;

				clip.xy += offset;

			#endif

			gl_Position = clip;

			vec4 mvPosition = ( position.y < 0.5 ) ? start : end; // this is an approximation

			#include <logdepthbuf_vertex>
			#include <clipping_planes_vertex>
			#include <fog_vertex>

		}
		`,fragmentShader:`
		uniform vec3 diffuse;
		uniform float opacity;
		uniform float linewidth;

		#ifdef USE_DASH

			uniform float dashOffset;
			uniform float dashSize;
			uniform float gapSize;

		#endif

		varying float vLineDistance;

		#ifdef WORLD_UNITS

			varying vec4 worldPos;
			varying vec3 worldStart;
			varying vec3 worldEnd;

			#ifdef USE_DASH

				varying vec2 vUv;

			#endif

		#else

			varying vec2 vUv;

		#endif

		#include <common>
		#include <color_pars_fragment>
		#include <fog_pars_fragment>
		#include <logdepthbuf_pars_fragment>
		#include <clipping_planes_pars_fragment>

		vec2 closestLineToLine(vec3 p1, vec3 p2, vec3 p3, vec3 p4) {

			float mua;
			float mub;

			vec3 p13 = p1 - p3;
			vec3 p43 = p4 - p3;

			vec3 p21 = p2 - p1;

			float d1343 = dot( p13, p43 );
			float d4321 = dot( p43, p21 );
			float d1321 = dot( p13, p21 );
			float d4343 = dot( p43, p43 );
			float d2121 = dot( p21, p21 );

			float denom = d2121 * d4343 - d4321 * d4321;

			float numer = d1343 * d4321 - d1321 * d4343;

			mua = numer / denom;
			mua = clamp( mua, 0.0, 1.0 );
			mub = ( d1343 + d4321 * ( mua ) ) / d4343;
			mub = clamp( mub, 0.0, 1.0 );

			return vec2( mua, mub );

		}

		void main() {

			float alpha = opacity;
			vec4 diffuseColor = vec4( diffuse, alpha );

			#include <clipping_planes_fragment>

			#ifdef USE_DASH

				if ( vUv.y < - 1.0 || vUv.y > 1.0 ) discard; // discard endcaps

				if ( mod( vLineDistance + dashOffset, dashSize + gapSize ) > dashSize ) discard; // todo - FIX

			#endif

			#ifdef WORLD_UNITS

				float len;

				if ( isOrthographic ) {

					// View rays are parallel to the z axis so the distance reduces to camera-space XY
					vec2 lineDir = worldEnd.xy - worldStart.xy;
					float t = clamp( dot( worldPos.xy - worldStart.xy, lineDir ) / dot( lineDir, lineDir ), 0.0, 1.0 );
					len = length( worldStart.xy + lineDir * t - worldPos.xy );

				} else {

					// Find the closest points on the view ray and the line segment
					vec3 rayEnd = normalize( worldPos.xyz ) * 1e5;
					vec3 lineDir = worldEnd - worldStart;
					vec2 params = closestLineToLine( worldStart, worldEnd, vec3( 0.0, 0.0, 0.0 ), rayEnd );

					vec3 p1 = worldStart + lineDir * params.x;
					vec3 p2 = rayEnd * params.y;
					vec3 delta = p1 - p2;
					len = length( delta );

				}

				float norm = len / linewidth;

				#ifndef USE_DASH

					#ifdef USE_ALPHA_TO_COVERAGE

						float dnorm = fwidth( norm );
						alpha = 1.0 - smoothstep( 0.5 - dnorm, 0.5 + dnorm, norm );

					#else

						if ( norm > 0.5 ) {

							discard;

						}

					#endif

				#endif

			#else

				#ifdef USE_ALPHA_TO_COVERAGE

					// artifacts appear on some hardware if a derivative is taken within a conditional
					float a = vUv.x;
					float b = ( vUv.y > 0.0 ) ? vUv.y - 1.0 : vUv.y + 1.0;
					float len2 = a * a + b * b;
					float dlen = fwidth( len2 );

					if ( abs( vUv.y ) > 1.0 ) {

						alpha = 1.0 - smoothstep( 1.0 - dlen, 1.0 + dlen, len2 );

					}

				#else

					if ( abs( vUv.y ) > 1.0 ) {

						float a = vUv.x;
						float b = ( vUv.y > 0.0 ) ? vUv.y - 1.0 : vUv.y + 1.0;
						float len2 = a * a + b * b;

						if ( len2 > 1.0 ) discard;

					}

				#endif

			#endif

			#include <logdepthbuf_fragment>
			#include <color_fragment>

			gl_FragColor = vec4( diffuseColor.rgb, alpha );

			#include <tonemapping_fragment>
			#include <colorspace_fragment>
			#include <fog_fragment>
			#include <premultiplied_alpha_fragment>

		}
		`};var Uk=class extends gv{constructor(e){super({type:`LineMaterial`,uniforms:pv.clone(Fy.line.uniforms),vertexShader:Fy.line.vertexShader,fragmentShader:Fy.line.fragmentShader,clipping:!0}),this.isLineMaterial=!0,this.setValues(e)}get color(){return this.uniforms.diffuse.value}set color(e){this.uniforms.diffuse.value=e}get worldUnits(){return`WORLD_UNITS`in this.defines}set worldUnits(e){e===!0!==this.worldUnits&&(this.needsUpdate=!0),e===!0?this.defines.WORLD_UNITS=``:delete this.defines.WORLD_UNITS}get linewidth(){return this.uniforms.linewidth.value}set linewidth(e){this.uniforms.linewidth&&(this.uniforms.linewidth.value=e)}get dashed(){return`USE_DASH`in this.defines}set dashed(e){e===!0!==this.dashed&&(this.needsUpdate=!0),e===!0?this.defines.USE_DASH=``:delete this.defines.USE_DASH}get dashScale(){return this.uniforms.dashScale.value}set dashScale(e){this.uniforms.dashScale.value=e}get dashSize(){return this.uniforms.dashSize.value}set dashSize(e){this.uniforms.dashSize.value=e}get dashOffset(){return this.uniforms.dashOffset.value}set dashOffset(e){this.uniforms.dashOffset.value=e}get gapSize(){return this.uniforms.gapSize.value}set gapSize(e){this.uniforms.gapSize.value=e}get opacity(){return this.uniforms.opacity.value}set opacity(e){this.uniforms&&(this.uniforms.opacity.value=e)}get resolution(){return this.uniforms.resolution.value}set resolution(e){this.uniforms.resolution.value.copy(e)}get alphaToCoverage(){return`USE_ALPHA_TO_COVERAGE`in this.defines}set alphaToCoverage(e){this.defines&&(e===!0!==this.alphaToCoverage&&(this.needsUpdate=!0),e===!0?this.defines.USE_ALPHA_TO_COVERAGE=``:delete this.defines.USE_ALPHA_TO_COVERAGE)}},Wk=new _g,Gk=new G,Kk=class extends ay{constructor(){super(),this.isLineSegmentsGeometry=!0,this.type=`LineSegmentsGeometry`,this.setIndex([0,2,1,2,3,1,2,4,3,4,5,3,4,6,5,6,7,5]),this.setAttribute(`position`,new Lg([-1,2,0,1,2,0,-1,1,0,1,1,0,-1,0,0,1,0,0,-1,-1,0,1,-1,0],3)),this.setAttribute(`uv`,new Lg([-1,2,1,2,-1,1,1,1,-1,-1,1,-1,-1,-2,1,-2],2))}applyMatrix4(e){let t=this.attributes.instanceStart,n=this.attributes.instanceEnd;return t!==void 0&&(t.applyMatrix4(e),n.applyMatrix4(e),t.needsUpdate=!0),this.boundingBox!==null&&this.computeBoundingBox(),this.boundingSphere!==null&&this.computeBoundingSphere(),this}setPositions(e){let t;e instanceof Float32Array?t=e:Array.isArray(e)&&(t=new Float32Array(e));let n=new Sy(t,6,1);return this.setAttribute(`instanceStart`,new $g(n,3,0)),this.setAttribute(`instanceEnd`,new $g(n,3,3)),this.instanceCount=this.attributes.instanceStart.count,this.computeBoundingBox(),this.computeBoundingSphere(),this}setColors(e){let t;e instanceof Float32Array?t=e:Array.isArray(e)&&(t=new Float32Array(e));let n=new Sy(t,6,1);return this.setAttribute(`instanceColorStart`,new $g(n,3,0)),this.setAttribute(`instanceColorEnd`,new $g(n,3,3)),this}fromWireframeGeometry(e){return this.setPositions(e.attributes.position.array),this}fromEdgesGeometry(e){return this.setPositions(e.attributes.position.array),this}fromMesh(e){return this.fromWireframeGeometry(new ov(e.geometry)),this}fromLineSegments(e){let t=e.geometry;return this.setPositions(t.attributes.position.array),this}computeBoundingBox(){this.boundingBox===null&&(this.boundingBox=new _g);let e=this.attributes.instanceStart,t=this.attributes.instanceEnd;e!==void 0&&t!==void 0&&(this.boundingBox.setFromBufferAttribute(e),Wk.setFromBufferAttribute(t),this.boundingBox.union(Wk))}computeBoundingSphere(){this.boundingSphere===null&&(this.boundingSphere=new Vg),this.boundingBox===null&&this.computeBoundingBox();let e=this.attributes.instanceStart,t=this.attributes.instanceEnd;if(e!==void 0&&t!==void 0){let n=this.boundingSphere.center;this.boundingBox.getCenter(n);let r=0;for(let i=0,a=e.count;i<a;i++)Gk.fromBufferAttribute(e,i),r=Math.max(r,n.distanceToSquared(Gk)),Gk.fromBufferAttribute(t,i),r=Math.max(r,n.distanceToSquared(Gk));this.boundingSphere.radius=Math.sqrt(r),isNaN(this.boundingSphere.radius)&&console.error(`THREE.LineSegmentsGeometry.computeBoundingSphere(): Computed radius is NaN. The instanced position data is likely to have NaN values.`,this)}}toJSON(){}},qk=new gh,Jk=new G,Yk=new G,Xk=new gh,Zk=new gh,Qk=new gh,$k=new G,eA=new J,tA=new Ay,nA=new G,rA=new _g,iA=new Vg,aA=new gh,oA,sA;function cA(e,t,n){return aA.set(0,0,-t,1).applyMatrix4(e.projectionMatrix),aA.multiplyScalar(1/aA.w),aA.x=sA/n.width,aA.y=sA/n.height,aA.applyMatrix4(e.projectionMatrixInverse),aA.multiplyScalar(1/aA.w),Math.abs(Math.max(aA.x,aA.y))}function lA(e,t){let n=e.matrixWorld,r=e.geometry,i=r.attributes.instanceStart,a=r.attributes.instanceEnd,o=Math.min(r.instanceCount,i.count);for(let r=0,s=o;r<s;r++){tA.start.fromBufferAttribute(i,r),tA.end.fromBufferAttribute(a,r),tA.applyMatrix4(n);let o=new G,s=new G;oA.distanceSqToSegment(tA.start,tA.end,s,o),s.distanceTo(o)<sA*.5&&t.push({point:s,pointOnLine:o,distance:oA.origin.distanceTo(s),object:e,face:null,faceIndex:r,uv:null,uv1:null})}}function uA(e,t,n){let r=t.projectionMatrix,i=e.material.resolution,a=e.matrixWorld,o=e.geometry,s=o.attributes.instanceStart,c=o.attributes.instanceEnd,l=Math.min(o.instanceCount,s.count),u=-t.near;oA.at(1,Qk),Qk.w=1,Qk.applyMatrix4(t.matrixWorldInverse),Qk.applyMatrix4(r),Qk.multiplyScalar(1/Qk.w),Qk.x*=i.x/2,Qk.y*=i.y/2,Qk.z=0,$k.copy(Qk),eA.multiplyMatrices(t.matrixWorldInverse,a);for(let t=0,o=l;t<o;t++){if(Xk.fromBufferAttribute(s,t),Zk.fromBufferAttribute(c,t),Xk.w=1,Zk.w=1,Xk.applyMatrix4(eA),Zk.applyMatrix4(eA),Xk.z>u&&Zk.z>u)continue;if(Xk.z>u){let e=Xk.z-Zk.z,t=(Xk.z-u)/e;Xk.lerp(Zk,t)}else if(Zk.z>u){let e=Zk.z-Xk.z,t=(Zk.z-u)/e;Zk.lerp(Xk,t)}Xk.applyMatrix4(r),Zk.applyMatrix4(r),Xk.multiplyScalar(1/Xk.w),Zk.multiplyScalar(1/Zk.w),Xk.x*=i.x/2,Xk.y*=i.y/2,Zk.x*=i.x/2,Zk.y*=i.y/2,tA.start.copy(Xk),tA.start.z=0,tA.end.copy(Zk),tA.end.z=0;let o=tA.closestPointToPointParameter($k,!0);tA.at(o,nA);let l=Qm.lerp(Xk.z,Zk.z,o),d=l>=-1&&l<=1,f=$k.distanceTo(nA)<sA*.5;if(d&&f){tA.start.fromBufferAttribute(s,t),tA.end.fromBufferAttribute(c,t),tA.start.applyMatrix4(a),tA.end.applyMatrix4(a);let r=new G,i=new G;oA.distanceSqToSegment(tA.start,tA.end,i,r),n.push({point:i,pointOnLine:r,distance:oA.origin.distanceTo(i),object:e,face:null,faceIndex:t,uv:null,uv1:null})}}}var dA=class extends C_{constructor(e=new Kk,t=new Uk({color:Math.random()*16777215})){super(e,t),this.isLineSegments2=!0,this.type=`LineSegments2`}computeLineDistances(){let e=this.geometry,t=e.attributes.instanceStart,n=e.attributes.instanceEnd,r=new Float32Array(2*t.count);for(let e=0,i=0,a=t.count;e<a;e++,i+=2)Jk.fromBufferAttribute(t,e),Yk.fromBufferAttribute(n,e),r[i]=i===0?0:r[i-1],r[i+1]=r[i]+Jk.distanceTo(Yk);let i=new Sy(r,2,1);return e.setAttribute(`instanceDistanceStart`,new $g(i,1,0)),e.setAttribute(`instanceDistanceEnd`,new $g(i,1,1)),this}raycast(e,t){let n=this.material.worldUnits,r=e.camera;if(r===null&&!n&&console.error(`LineSegments2: "Raycaster.camera" needs to be set in order to raycast against LineSegments2 while worldUnits is set to false.`),n===!1&&(this.material.resolution.x===0||this.material.resolution.y===0))return;let i=e.params.Line2===void 0?0:e.params.Line2.threshold||0;oA=e.ray;let a=this.matrixWorld,o=this.geometry,s=this.material;sA=s.linewidth+i,o.boundingSphere===null&&o.computeBoundingSphere(),iA.copy(o.boundingSphere).applyMatrix4(a);let c;if(c=n?sA*.5:cA(r,Math.max(r.near,iA.distanceToPoint(oA.origin)),s.resolution),iA.radius+=c,oA.intersectsSphere(iA)===!1)return;o.boundingBox===null&&o.computeBoundingBox(),rA.copy(o.boundingBox).applyMatrix4(a);let l;l=n?sA*.5:cA(r,Math.max(r.near,rA.distanceToPoint(oA.origin)),s.resolution),rA.expandByScalar(l),oA.intersectsBox(rA)!==!1&&(n?lA(this,t):uA(this,r,t))}onBeforeRender(e){let t=this.material.uniforms;t&&t.resolution&&(e.getViewport(qk),this.material.uniforms.resolution.value.set(qk.z,qk.w))}},fA=class{object;material;constructor(e,t){this.material=new Uk({linewidth:e,transparent:!0,depthWrite:!1,toneMapped:!1}),Object.assign(this.material,t),this.object=new dA(new Kk,this.material),this.object.frustumCulled=!1,this.object.visible=!1}set(e,t){this.object.visible=e.length>0,e.length!==0&&(this.object.geometry.dispose(),this.object.geometry=new Kk().setPositions(e),this.material.color.set(t))}dispose(){this.object.geometry.dispose(),this.material.dispose()}},pA=1,mA=.85,hA=.22,gA=class{group=new Jh;lines=[new fA(pA,{opacity:hA,depthFunc:6}),new fA(pA,{opacity:mA,depthFunc:3})];constructor(){this.lines.forEach(({object:e},t)=>{e.renderOrder=5+t,this.group.add(e)})}set(e){if(this.group.visible=e!==null,!e)return;let t=new Float32Array(3*e.edges.length);e.edges.forEach((n,r)=>{t.set(e.points.subarray(3*n,3*n+3),3*r)});for(let n of this.lines)n.set(t,e.colour)}dispose(){for(let e of this.lines)e.dispose()}},_A={studio:{key:[-.9,1.1,1.2,2.7],fill:[1.4,.1,.8,.75],rim:[.5,.9,-1.3,1.1],sky:1.05},soft:{key:[-.4,1.2,1.4,1.2],fill:[1.2,.3,1.2,.8],rim:[.5,.9,-1.3,.4],sky:2.3},side:{key:[-1.6,.5,.15,3.6],fill:[1.4,.1,.8,.12],rim:[1.2,.6,-1.2,.5],sky:.4},back:{key:[-.7,1,-1.5,3.4],fill:[1.4,.2,.8,.25],rim:[1.1,.7,-1.3,2.6],sky:.5}},vA=class{group=new Jh;studio=new Jh;key=new iy(`#fff4e6`);fill=new iy(`#a9c0e0`);rim=new iy(`#ffffff`);sky=new Uv(`#dfe6ee`,`#8d8174`);constructor(){this.set(`studio`);for(let e of[this.key,this.fill,this.rim])this.studio.add(e,e.target);this.group.add(this.studio,this.sky)}set(e){for(let t of[`key`,`fill`,`rim`]){let[n,r,i,a]=_A[e][t];this[t].position.set(n,r,i),this[t].intensity=a}this.sky.intensity=_A[e].sky}follow(e){this.studio.quaternion.copy(e.quaternion),this.sky.position.copy(e.up)}dispose(){for(let e of[this.key,this.fill,this.rim,this.sky])e.dispose()}},yA=`#define MARGIN 9.0
`,bA=`${yA}
attribute vec3 fill; attribute vec3 edge; attribute vec4 shape;
uniform float ratio; uniform float lift;
varying vec3 inner; varying vec3 outer; varying vec4 kind;
void main() {
  inner = fill; outer = edge; kind = shape;
  vec4 eye = modelViewMatrix * vec4(position, 1.0);
  gl_Position = projectionMatrix * eye;
  // Toward the viewer, so that the surface that carries a disc does not cut it.
  vec4 nearer = projectionMatrix * (eye + vec4(0.0, 0.0, lift, 0.0));
  gl_Position.z = nearer.z / nearer.w * gl_Position.w;
  gl_PointSize = 2.0 * (shape.x + MARGIN) * ratio;
}`,xA=`${yA}
uniform float opacity; varying vec3 inner; varying vec3 outer; varying vec4 kind;
void main() {
  vec2 at = abs(gl_PointCoord - 0.5) * 2.0 * (kind.x + MARGIN);
  float r = length(at);
  float disc = 1.0 - smoothstep(kind.x - 0.5, kind.x + 0.5, r);
  float middle = 1.0 - smoothstep(kind.x - 2.2, kind.x - 1.2, r);
  float ring = kind.y * (1.0 - smoothstep(0.5, 1.3, abs(r - kind.x - 3.5)));
  float side = min(at.x, at.y);
  float tick = kind.w * (1.0 - smoothstep(0.5, 1.3, side)) * smoothstep(kind.x + 1.2, kind.x + 2.2, r) * (1.0 - smoothstep(kind.x + 7.0, kind.x + 8.0, r));
  float alpha = max(disc * (1.0 - kind.z * middle), max(ring, tick)) * opacity;
  if (alpha < 0.01) discard;
  gl_FragColor = vec4(mix(outer, inner, middle), alpha);
  #include <colorspace_fragment>
}`,SA=.35,CA=class{group=new Jh;discs=new Yg;materials;pulls=new fA(1.5,{depthTest:!1,opacity:.9});bonds=new fA(1,{depthTest:!1,opacity:.55});constructor(){let e={vertexShader:bA,fragmentShader:xA,transparent:!0,depthWrite:!1},t=e=>({ratio:{value:1},lift:{value:0},opacity:{value:e}});this.materials=[new gv({...e,depthFunc:6,uniforms:t(SA)}),new gv({...e,depthFunc:3,uniforms:t(1)})],this.group.add(this.bonds.object,this.pulls.object);for(let e of this.materials)this.group.add(new Z_(this.discs,e));this.group.children.forEach((e,t)=>{e.frustumCulled=!1,e.renderOrder=10+t})}scale(e,t){for(let{uniforms:n}of this.materials)n.ratio.value=e,n.lift.value=t}set(e,t,n,r){this.discs.setAttribute(`position`,new X(new Float32Array(e.flatMap(e=>[...e.at])),3)),this.discs.setAttribute(`fill`,new X(new Float32Array(e.flatMap(e=>new Y(e.fill).toArray())),3)),this.discs.setAttribute(`edge`,new X(new Float32Array(e.flatMap(e=>new Y(e.edge).toArray())),3)),this.discs.setAttribute(`shape`,new X(new Float32Array(e.flatMap(e=>[e.radius,+!!e.ring,e.hollow??0,+!!e.ticks])),4)),this.discs.setDrawRange(0,e.length);for(let[e,i]of[[this.pulls,t],[this.bonds,n]])e.set(new Float32Array(i.flat(2)),r)}dispose(){this.discs.dispose();for(let e of this.materials)e.dispose();for(let e of[this.pulls,this.bonds])e.dispose()}},wA=.42,TA=.35,EA=.9999,DA=1e-5,OA=class{group=new Jh;shapes=[];set(e,t,n,[r,i]){this.clear(),n.forEach((a,o)=>{let s=AA(e,t,a.pose);if(!s)return;let c=new Yg;c.setIndex(new X(e.F,1)),c.setAttribute(`position`,new X(s,3));let l=wA*(TA+.65*a.near),u=new d_({color:a.before?r:i,transparent:!0,opacity:l,depthFunc:2,side:2,toneMapped:!1});kA(u,EA-DA*(n.length-o));let d=new C_(c,u);d.frustumCulled=!1,d.renderOrder=o,this.shapes.push({geometry:c,material:u}),this.group.add(d)})}clear(){this.group.clear();for(let{geometry:e,material:t}of this.shapes)e.dispose(),t.dispose();this.shapes=[]}dispose(){this.clear()}};function kA(e,t){e.onBeforeCompile=e=>{e.fragmentShader=e.fragmentShader.replace(`#include <dithering_fragment>`,`#include <dithering_fragment>\n gl_FragDepth = ${t.toFixed(6)};`)},e.customProgramCacheKey=()=>`flat ${t}`}function AA(e,t,n){return n.V?n.V:n.palette&&t.influences&&t.blend?En(e.V,t.influences,t.blend,n.palette):n.points&&t.carry?Dn(t.carry,n.points):null}var jA=1.25,MA=65535,NA=2**-24,PA=Symbol(`SKIP_GENERATION`),FA={strategy:0,maxDepth:40,targetLeafSize:10,useSharedArrayBuffer:!1,setBoundingBox:!0,onProgress:null,indirect:!1,verbose:!0,range:null,[PA]:!1};function IA(e,t,n){return n.min.x=t[e],n.min.y=t[e+1],n.min.z=t[e+2],n.max.x=t[e+3],n.max.y=t[e+4],n.max.z=t[e+5],n}function LA(e){let t=-1,n=-1/0;for(let r=0;r<3;r++){let i=e[r+3]-e[r];i>n&&(n=i,t=r)}return t}function RA(e,t,n){for(let r=0;r<3;r++){let i=t[e+2*r],a=t[e+2*r+1],o=i-a,s=i+a;o<n[r]&&(n[r]=o),s>n[r+3]&&(n[r+3]=s)}}function zA(e){let t=e[3]-e[0],n=e[4]-e[1],r=e[5]-e[2];return 2*(t*n+n*r+r*t)}function BA(e,t){return t[e+15]===MA}function VA(e,t){return t[e+6]}function HA(e,t){return t[e+14]}function UA(e){return e+8}function WA(e,t){return e+t[e+6]*8}function GA(e,t){return t[e+7]}function KA(e){return e}function qA(e,t,n,r,i){let a=1/0,o=1/0,s=1/0,c=-1/0,l=-1/0,u=-1/0,d=1/0,f=1/0,p=1/0,m=-1/0,h=-1/0,g=-1/0,_=e.offset||0;for(let r=(t-_)*6,i=(t+n-_)*6;r<i;r+=6){let t=e[r+0],n=e[r+1],i=t-n,_=t+n;i<a&&(a=i),_>c&&(c=_),t<d&&(d=t),t>m&&(m=t);let v=e[r+2],y=e[r+3],b=v-y,x=v+y;b<o&&(o=b),x>l&&(l=x),v<f&&(f=v),v>h&&(h=v);let S=e[r+4],C=e[r+5],w=S-C,T=S+C;w<s&&(s=w),T>u&&(u=T),S<p&&(p=S),S>g&&(g=S)}r[0]=a,r[1]=o,r[2]=s,r[3]=c,r[4]=l,r[5]=u,i[0]=d,i[1]=f,i[2]=p,i[3]=m,i[4]=h,i[5]=g}var JA=8,YA=8,XA=new Int32Array(JA),ZA=new Float32Array(48),QA=new Float32Array(48),$A=new Float32Array(6),ej=new Float32Array(6),tj=new Int32Array(YA),nj=new Float32Array(48);function rj(e,t,n,r){for(let i=0;i<3;i++){let a=t[e+2*i],o=t[e+2*i+1],s=a-o,c=a+o;s<n[r+i]&&(n[r+i]=s),c>n[r+i+3]&&(n[r+i+3]=c)}}function ij(e,t){let n=e[t+3]-e[t],r=e[t+4]-e[t+1],i=e[t+5]-e[t+2];return 2*(n*r+r*i+i*n)}function aj(e,t,n,r,i,a){let o=-1,s=0;if(a===0)o=LA(t),o!==-1&&(s=(t[o]+t[o+3])/2);else if(a===1)o=LA(e),o!==-1&&(s=oj(n,r,i,o));else if(a===2){let a=zA(e),c=jA*i,l=n.offset||0,u=(r-l)*6,d=(r+i-l)*6;for(let e=0;e<3;e++){let r=t[e],l=(t[e+3]-r)/JA;if(i<YA){for(let t=0;t<i;t++){let r=u+t*6,i=n[r+2*e],a=t;for(;a>0&&n[tj[a-1]+2*e]>i;)tj[a]=tj[a-1],a--;tj[a]=r}for(let e=0;e<3;e++)$A[e]=1/0,$A[e+3]=-1/0,ej[e]=1/0,ej[e+3]=-1/0;for(let e=i-1;e>=0;e--)RA(tj[e],n,ej),nj.set(ej,e*6);for(let t=0;t<i-1;t++){RA(tj[t],n,$A);let r=n[tj[t+1]+2*e];if(n[tj[t]+2*e]===r)continue;let l=t+1,u=i-l,d=zA($A)/a,f=ij(nj,l*6)/a,p=1+jA*(d*l+f*u);p<c&&(o=e,c=p,s=r)}}else{for(let e=0;e<JA;e++){XA[e]=0;for(let t=0;t<3;t++)ZA[e*6+t]=1/0,ZA[e*6+t+3]=-1/0}for(let t=u;t<d;t+=6){let i=~~((n[t+2*e]-r)/l);i>=JA&&(i=7),XA[i]++,rj(t,n,ZA,i*6)}for(let e=0;e<6;e++)QA[42+e]=ZA[42+e];for(let e=6;e>=0;e--){let t=e*6,n=t+6;for(let e=0;e<3;e++)QA[t+e]=Math.min(ZA[t+e],QA[n+e]),QA[t+e+3]=Math.max(ZA[t+e+3],QA[n+e+3])}let t=0;for(let n=0;n<7;n++){let u=n*6,d=XA[n];if(d!==0)for(let e=0;e<3;e++)t===0?($A[e]=ZA[u+e],$A[e+3]=ZA[u+e+3]):($A[e]=Math.min($A[e],ZA[u+e]),$A[e+3]=Math.max($A[e+3],ZA[u+e+3]));t+=d;let f=0,p=0;t!==0&&(f=zA($A)/a);let m=i-t;m!==0&&(p=ij(QA,u+6)/a);let h=1+jA*(f*t+p*m);h<c&&(o=e,c=h,s=r+l+n*l)}}}}else console.warn(`BVH: Invalid build strategy value ${a} used.`);return{axis:o,pos:s}}function oj(e,t,n,r){let i=0,a=e.offset;for(let o=t,s=t+n;o<s;o++)i+=e[(o-a)*6+r*2];return i/n}function sj(e,t,n,r,i,a){let o=r,s=r+i-1,c=a.pos,l=a.axis*2,u=n.offset||0;for(;;){for(;o<=s&&n[(o-u)*6+l]<c;)o++;for(;o<=s&&n[(s-u)*6+l]>=c;)s--;if(o<s){for(let n=0;n<t;n++){let r=e[o*t+n];e[o*t+n]=e[s*t+n],e[s*t+n]=r}for(let e=0;e<6;e++){let t=o-u,r=s-u,i=n[t*6+e];n[t*6+e]=n[r*6+e],n[r*6+e]=i}o++,s--}else return o}}var cj=2**32,lj=new Float32Array(6),uj=new Float32Array(6);function dj(e,t,n,r,i,a){let{maxDepth:o,verbose:s,targetLeafSize:c,_strictLeafSize:l=1/0,strategy:u,onProgress:d,useSharedArrayBuffer:f=!1}=i,p=e.primitiveBuffer,m=e.primitiveBufferStride,h=new(f?SharedArrayBuffer:ArrayBuffer)(32*Math.max(1,2*Math.ceil(r)-1)),g=new Float32Array(h),_=new Uint32Array(h),v=new Uint16Array(h),y=0,b=!1;return qA(t,n,r,lj,uj),C(n,r,0),h.slice(0,y*32);function x(e){d&&d((e-a.offset)/a.count)}function S(e,t,n){let r=e*2;_[e+6]=t,v[r+14]=n,v[r+15]=MA,x(t+n)}function C(e,n,r){let i=y++,a=i*8;g.set(lj,a),!b&&r>=o&&(b=!0,s&&console.warn(`BVH: Max depth of ${o} reached when generating BVH. Consider increasing maxDepth.`));let d=n>l;if(n<=c&&!d||r>=o){S(a,e,n);return}let f=aj(lj,uj,t,e,n,u),h=f.axis===-1?-1:sj(p,m,t,e,n,f);if(f.axis===-1||h===e||h===e+n){if(!d){S(a,e,n);return}f.axis=Math.max(0,LA(lj)),h=e+Math.max(1,Math.floor(n/2))}_[a+7]=f.axis;let v=h-e;qA(t,e,v,lj,uj),C(e,v,r+1);let x=y-i;if(x>cj)throw Error(`MeshBVH: Cannot store relative child node offset greater than 32 bits.`);_[a+6]=x;let w=n-v;qA(t,h,w,lj,uj),C(h,w,r+1)}}function fj(e,t){let n=e.getRootRanges(t.range),r=n[0],i=n[n.length-1],a={offset:r.offset,count:i.offset+i.count-r.offset},o=new Float32Array(6*a.count);o.offset=a.offset,e.computePrimitiveBounds(a.offset,a.count,o),e._roots=n.map(n=>dj(e,o,n.offset,n.count,t,a))}var pj=class{constructor(e){this._getNewPrimitive=e,this._primitives=[]}getPrimitive(){let e=this._primitives;return e.length===0?this._getNewPrimitive():e.pop()}releasePrimitive(e){this._primitives.push(e)}},$=new class{constructor(){this.float32Array=null,this.uint16Array=null,this.uint32Array=null;let e=[],t=null;this.setBuffer=n=>{t&&e.push(t),t=n,this.float32Array=new Float32Array(n),this.uint16Array=new Uint16Array(n),this.uint32Array=new Uint32Array(n)},this.clearBuffer=()=>{t=null,this.float32Array=null,this.uint16Array=null,this.uint32Array=null,e.length!==0&&this.setBuffer(e.pop())}}},mj,hj,gj=[],_j=new pj(()=>new _g);function vj(e,t,n,r,i,a){mj=_j.getPrimitive(),hj=_j.getPrimitive(),gj.push(mj,hj),$.setBuffer(e._roots[t]);let o=yj(0,e.geometry,n,r,i,a);$.clearBuffer(),_j.releasePrimitive(mj),_j.releasePrimitive(hj),gj.pop(),gj.pop();let s=gj.length;return s>0&&(hj=gj[s-1],mj=gj[s-2]),o}function yj(e,t,n,r,i=null,a=0,o=0){let{float32Array:s,uint16Array:c,uint32Array:l}=$,u=e*2;if(BA(u,c)){let t=VA(e,l),n=HA(u,c);return IA(KA(e),s,mj),r(t,n,!1,o,a+e/8,mj)}{let u=UA(e),d=WA(e,l),f=u,p=d,m,h,g,_;if(i&&(g=mj,_=hj,IA(KA(f),s,g),IA(KA(p),s,_),m=i(g),h=i(_),h<m)){f=d,p=u;let e=m;m=h,h=e,g=_}g||(g=mj,IA(KA(f),s,g));let v=BA(f*2,c),y=n(g,v,m,o+1,a+f/8),b;if(y===2){let e=w(f);b=r(e,T(f)-e,!0,o+1,a+f/8,g)}else b=y&&yj(f,t,n,r,i,a,o+1);if(b)return!0;_=hj,IA(KA(p),s,_);let x=BA(p*2,c),S=n(_,x,h,o+1,a+p/8),C;if(S===2){let e=w(p);C=r(e,T(p)-e,!0,o+1,a+p/8,_)}else C=S&&yj(p,t,n,r,i,a,o+1);return!!C;function w(e){let{uint16Array:t,uint32Array:n}=$,r=e*2;for(;!BA(r,t);)e=UA(e),r=e*2;return VA(e,n)}function T(e){let{uint16Array:t,uint32Array:n}=$,r=e*2;for(;!BA(r,t);)e=WA(e,n),r=e*2;return VA(e,n)+HA(r,t)}}}var bj=new $.constructor,xj=new $.constructor,Sj=new pj(()=>new _g),Cj=new _g,wj=new _g,Tj=new _g,Ej=new _g,Dj=!1;function Oj(e,t,n,r){if(Dj)throw Error(`MeshBVH: Recursive calls to bvhcast not supported.`);Dj=!0;let i=e._roots,a=t._roots,o,s=0,c=0,l=new J().copy(n).invert();for(let e=0,t=i.length;e<t;e++){bj.setBuffer(i[e]),c=0;let t=Sj.getPrimitive();IA(KA(0),bj.float32Array,t),t.applyMatrix4(l);for(let e=0,i=a.length;e<i&&(xj.setBuffer(a[e]),o=kj(0,0,n,l,r,s,c,0,0,t),xj.clearBuffer(),c+=a[e].byteLength/32,!o);e++);if(Sj.releasePrimitive(t),bj.clearBuffer(),s+=i[e].byteLength/32,o)break}return Dj=!1,o}function kj(e,t,n,r,i,a=0,o=0,s=0,c=0,l=null,u=!1){let d,f;u?(d=xj,f=bj):(d=bj,f=xj);let p=d.float32Array,m=d.uint32Array,h=d.uint16Array,g=f.float32Array,_=f.uint32Array,v=f.uint16Array,y=e*2,b=t*2,x=BA(y,h),S=BA(b,v),C=!1;if(S&&x)C=u?i(VA(t,_),HA(t*2,v),VA(e,m),HA(e*2,h),c,o+t/8,s,a+e/8):i(VA(e,m),HA(e*2,h),VA(t,_),HA(t*2,v),s,a+e/8,c,o+t/8);else if(S){let l=Sj.getPrimitive();IA(KA(t),g,l),l.applyMatrix4(n);let d=UA(e),f=WA(e,m);IA(KA(d),p,Cj),IA(KA(f),p,wj);let h=l.intersectsBox(Cj),_=l.intersectsBox(wj);C=h&&kj(t,d,r,n,i,o,a,c,s+1,l,!u)||_&&kj(t,f,r,n,i,o,a,c,s+1,l,!u),Sj.releasePrimitive(l)}else{let d=UA(t),f=WA(t,_);IA(KA(d),g,Tj),IA(KA(f),g,Ej);let h=l.intersectsBox(Tj),v=l.intersectsBox(Ej);if(h&&v)C=kj(e,d,n,r,i,a,o,s,c+1,l,u)||kj(e,f,n,r,i,a,o,s,c+1,l,u);else if(h){if(x)C=kj(e,d,n,r,i,a,o,s,c+1,l,u);else{let t=Sj.getPrimitive();t.copy(Tj).applyMatrix4(n);let l=UA(e),f=WA(e,m);IA(KA(l),p,Cj),IA(KA(f),p,wj);let h=t.intersectsBox(Cj),g=t.intersectsBox(wj);C=h&&kj(d,l,r,n,i,o,a,c,s+1,t,!u)||g&&kj(d,f,r,n,i,o,a,c,s+1,t,!u),Sj.releasePrimitive(t)}}else if(v){if(x)C=kj(e,f,n,r,i,a,o,s,c+1,l,u);else{let t=Sj.getPrimitive();t.copy(Ej).applyMatrix4(n);let l=UA(e),d=WA(e,m);IA(KA(l),p,Cj),IA(KA(d),p,wj);let h=t.intersectsBox(Cj),g=t.intersectsBox(wj);C=h&&kj(f,l,r,n,i,o,a,c,s+1,t,!u)||g&&kj(f,d,r,n,i,o,a,c,s+1,t,!u),Sj.releasePrimitive(t)}}}return C}var Aj=new class{constructor(){let e=null,t=null,n=null,r=!1;this.root=null,this.buffer=null,this.uint32Array=null,this.uint16Array=null,this.setBVH=(i,a)=>{if(r)throw Error(`BVHTraversalHelper: cannot call setBVH during an active traversal.`);this.root=a,this.buffer=e=i._roots[a],this.uint16Array=n=new Uint16Array(e),this.uint32Array=t=new Uint32Array(e)},this.reset=()=>{this.root=null,this.buffer=e=null,this.uint16Array=n=null,this.uint32Array=t=null},this.getRangeStart=e=>{let r=e*2;for(;!BA(r,n);)e=UA(e),r=e*2;return VA(e,t)},this.getRangeEnd=e=>{let r=e*2;for(;!BA(r,n);)e=WA(e,t),r=e*2;return VA(e,t)+HA(r,n)};let i=(e,r,a)=>{let o=BA(r*2,n);if(!e(a,o,r)&&!o){let n=UA(r),o=WA(r,t);i(e,n,a+1),i(e,o,a+1)}};this.traverseBuffer=e=>{if(r)throw Error(`BVHTraversalHelper: cannot start a traversal during an active traversal.`);r=!0;try{i(e,0,0)}finally{r=!1}},this.traverse=r=>{this.traverseBuffer((i,a,o)=>{if(a){let s=o*2,c=t[o+6],l=n[s+14];return r(i,a,new Float32Array(e,o*4,6),c,l)}{let n=GA(o,t);return r(i,a,new Float32Array(e,o*4,6),n)}})}}},jj=new _g,Mj=new Float32Array(6),Nj=class{constructor(){this._roots=null,this.primitiveBuffer=null,this.primitiveBufferStride=null}init(e){e={...FA,...e},`maxLeafSize`in e&&(console.warn(`BVH: "maxLeafSize" option has been deprecated. Use "targetLeafSize", instead.`),e={...e,targetLeafSize:e.maxLeafSize}),fj(this,e)}getRootRanges(){throw Error(`BVH: getRootRanges() not implemented`)}writePrimitiveBounds(){throw Error(`BVH: writePrimitiveBounds() not implemented`)}writePrimitiveRangeBounds(e,t,n,r){let i=1/0,a=1/0,o=1/0,s=-1/0,c=-1/0,l=-1/0;for(let n=e,r=e+t;n<r;n++){this.writePrimitiveBounds(n,Mj,0);let[e,t,r,u,d,f]=Mj;e<i&&(i=e),u>s&&(s=u),t<a&&(a=t),d>c&&(c=d),r<o&&(o=r),f>l&&(l=f)}return n[r+0]=i,n[r+1]=a,n[r+2]=o,n[r+3]=s,n[r+4]=c,n[r+5]=l,n}computePrimitiveBounds(e,t,n){let r=n.offset||0;for(let i=e,a=e+t;i<a;i++){this.writePrimitiveBounds(i,Mj,0);let[e,t,a,o,s,c]=Mj,l=(e+o)/2,u=(t+s)/2,d=(a+c)/2,f=(o-e)/2,p=(s-t)/2,m=(c-a)/2,h=(i-r)*6;n[h+0]=l,n[h+1]=f+(Math.abs(l)+f)*NA,n[h+2]=u,n[h+3]=p+(Math.abs(u)+p)*NA,n[h+4]=d,n[h+5]=m+(Math.abs(d)+m)*NA}return n}shiftPrimitiveOffsets(e){let t=this._indirectBuffer;if(t)for(let n=0,r=t.length;n<r;n++)t[n]+=e;else{let t=this._roots;for(let n=0;n<t.length;n++){let r=t[n],i=new Uint32Array(r),a=new Uint16Array(r),o=r.byteLength/32;for(let t=0;t<o;t++){let n=8*t;BA(2*n,a)&&(i[n+6]+=e)}}}}traverse(e,t=0){Aj.setBVH(this,t),Aj.traverse(e),Aj.reset()}refit(){let e=this._roots;for(let t=0,n=e.length;t<n;t++){let n=e[t],r=new Uint32Array(n),i=new Uint16Array(n),a=new Float32Array(n),o=n.byteLength/32;for(let e=o-1;e>=0;e--){let t=e*8,n=t*2;if(BA(n,i)){let e=VA(t,r),o=HA(n,i);this.writePrimitiveRangeBounds(e,o,Mj,0),a.set(Mj,t)}else{let e=UA(t),n=WA(t,r);for(let r=0;r<3;r++){let i=a[e+r],o=a[e+r+3],s=a[n+r],c=a[n+r+3];a[t+r]=i<s?i:s,a[t+r+3]=o>c?o:c}}}}}getBoundingBox(e){return e.makeEmpty(),this._roots.forEach(t=>{IA(0,new Float32Array(t),jj),e.union(jj)}),e}shapecast(e){let{boundsTraverseOrder:t,intersectsBounds:n,intersectsRange:r,intersectsPrimitive:i,scratchPrimitive:a,iterate:o}=e;if(r&&i){let e=r;r=(t,n,r,s,c)=>e(t,n,r,s,c)?!0:o(t,n,this,i,r,s,a)}else r||=i?(e,t,n,r)=>o(e,t,this,i,n,r,a):(e,t,n)=>n;let s=!1,c=0,l=this._roots;for(let e=0,i=l.length;e<i;e++){let i=l[e];if(s=vj(this,e,n,r,t,c),s)break;c+=i.byteLength/32}return s}bvhcast(e,t,n){let{intersectsRanges:r}=n;return Oj(this,e,t,r)}};function Pj(){return typeof SharedArrayBuffer<`u`}function Fj(e){return e.index?e.index.count:e.attributes.position.count}function Ij(e){return Fj(e)/3}function Lj(e,t=ArrayBuffer){return e>65535?new Uint32Array(new t(4*e)):new Uint16Array(new t(2*e))}function Rj(e,t){if(!e.index){let n=e.attributes.position.count,r=Lj(n,t.useSharedArrayBuffer?SharedArrayBuffer:ArrayBuffer);e.setIndex(new X(r,1));for(let e=0;e<n;e++)r[e]=e}}function zj(e,t,n){let r=Fj(e)/n,i=t||e.drawRange,a=i.start/n,o=(i.start+i.count)/n,s=Math.max(0,a),c=Math.min(r,o)-s;return{offset:Math.floor(s),count:Math.floor(c)}}function Bj(e,t){return e.groups.map(e=>({offset:e.start/t,count:e.count/t}))}function Vj(e,t,n){let r=zj(e,t,n),i=Bj(e,n);if(!i.length)return[r];let a=[],o=r.offset,s=r.offset+r.count,c=Fj(e)/n,l=[];for(let e of i){let{offset:t,count:n}=e,r=t,i=t+(isFinite(n)?n:c-t);r<s&&i>o&&(l.push({pos:Math.max(o,r),isStart:!0}),l.push({pos:Math.min(s,i),isStart:!1}))}l.sort((e,t)=>e.pos===t.pos?e.type===`end`?-1:1:e.pos-t.pos);let u=0,d=null;for(let e of l){let t=e.pos;u!==0&&t!==d&&a.push({offset:d,count:t-d}),u+=e.isStart?1:-1,d=t}return a}function Hj(e,t){let n=e[e.length-1],r=n.offset+n.count>2**16,i=e.reduce((e,t)=>e+t.count,0),a=r?4:2,o=t?new SharedArrayBuffer(i*a):new ArrayBuffer(i*a),s=r?new Uint32Array(o):new Uint16Array(o),c=0;for(let t=0;t<e.length;t++){let{offset:n,count:r}=e[t];for(let e=0;e<r;e++)s[c+e]=n+e;c+=r}return s}var Uj=class extends Nj{get indirect(){return!!this._indirectBuffer}get primitiveStride(){return null}get primitiveBufferStride(){return this.indirect?1:this.primitiveStride}set primitiveBufferStride(e){}get primitiveBuffer(){return this.indirect?this._indirectBuffer:this.geometry.index.array}set primitiveBuffer(e){}constructor(e,t={}){if(!e.isBufferGeometry)throw Error(`BVH: Only BufferGeometries are supported.`);if(e.index&&e.index.isInterleavedBufferAttribute)throw Error(`BVH: InterleavedBufferAttribute is not supported for the index attribute.`);if(t.useSharedArrayBuffer&&!Pj())throw Error(`BVH: SharedArrayBuffer is not available.`);super(),this.geometry=e,this.resolvePrimitiveIndex=t.indirect?e=>this._indirectBuffer[e]:e=>e,this.primitiveBuffer=null,this.primitiveBufferStride=null,this._indirectBuffer=null,t={...FA,...t},t[PA]||this.init(t)}init(e){let{geometry:t,primitiveStride:n}=this;if(e.indirect){let r=Hj(Vj(t,e.range,n),e.useSharedArrayBuffer);this._indirectBuffer=r}else Rj(t,e);super.init(e),!t.boundingBox&&e.setBoundingBox&&(t.boundingBox=this.getBoundingBox(new _g))}getRootRanges(e){return this.indirect?[{offset:0,count:this._indirectBuffer.length}]:Vj(this.geometry,e,this.primitiveStride)}raycastObject3D(){throw Error(`BVH: raycastObject3D() not implemented`)}},Wj=class{constructor(){this.min=1/0,this.max=-1/0}setFromPointsField(e,t){let n=1/0,r=-1/0;for(let i=0,a=e.length;i<a;i++){let a=e[i][t];n=a<n?a:n,r=a>r?a:r}this.min=n,this.max=r}setFromPoints(e,t){let n=1/0,r=-1/0;for(let i=0,a=t.length;i<a;i++){let a=t[i],o=e.dot(a);n=o<n?o:n,r=o>r?o:r}this.min=n,this.max=r}isSeparated(e){return this.min>e.max||e.min>this.max}};Wj.prototype.setFromBox=(function(){let e=new G;return function(t,n){let r=n.min,i=n.max,a=1/0,o=-1/0;for(let n=0;n<=1;n++)for(let s=0;s<=1;s++)for(let c=0;c<=1;c++){e.x=r.x*n+i.x*(1-n),e.y=r.y*s+i.y*(1-s),e.z=r.z*c+i.z*(1-c);let l=t.dot(e);a=Math.min(l,a),o=Math.max(l,o)}this.min=a,this.max=o}})();var Gj=(function(){let e=new G,t=new G,n=new G;return function(r,i,a){let o=r.start,s=e,c=i.start,l=t;n.subVectors(o,c),e.subVectors(r.end,r.start),t.subVectors(i.end,i.start);let u=n.dot(l),d=l.dot(s),f=l.dot(l),p=n.dot(s),m=s.dot(s)*f-d*d,h,g;h=m===0?0:(u*d-p*f)/m,g=(u+h*d)/f,a.x=h,a.y=g}})(),Kj=(function(){let e=new W,t=new G,n=new G;return function(r,i,a,o){Gj(r,i,e);let s=e.x,c=e.y;if(s>=0&&s<=1&&c>=0&&c<=1)r.at(s,a),i.at(c,o);else if(s>=0&&s<=1)c<0?i.at(0,o):i.at(1,o),r.closestPointToPoint(o,!0,a);else if(c>=0&&c<=1)s<0?r.at(0,a):r.at(1,a),i.closestPointToPoint(a,!0,o);else{let e;e=s<0?r.start:r.end;let l;l=c<0?i.start:i.end;let u=t,d=n;if(r.closestPointToPoint(l,!0,t),i.closestPointToPoint(e,!0,n),u.distanceToSquared(l)<=d.distanceToSquared(e)){a.copy(u),o.copy(l);return}a.copy(e),o.copy(d);return}}})(),qj=(function(){let e=new G,t=new G,n=new r_,r=new Ay;return function(i,a){let{radius:o,center:s}=i,{a:c,b:l,c:u}=a;if(r.start=c,r.end=l,r.closestPointToPoint(s,!0,e).distanceTo(s)<=o||(r.start=c,r.end=u,r.closestPointToPoint(s,!0,e).distanceTo(s)<=o)||(r.start=l,r.end=u,r.closestPointToPoint(s,!0,e).distanceTo(s)<=o))return!0;let d=a.getPlane(n);if(Math.abs(d.distanceToPoint(s))<=o){let e=d.projectPoint(s,t);if(a.containsPoint(e))return!0}return!1}})(),Jj=[`x`,`y`,`z`],Yj=1e-15,Xj=Yj*Yj;function Zj(e){return Math.abs(e)<Yj}var Qj=class extends gg{constructor(...e){super(...e),this.isExtendedTriangle=!0,this.satAxes=[,,,,].fill().map(()=>new G),this.satBounds=[,,,,].fill().map(()=>new Wj),this.points=[this.a,this.b,this.c],this.plane=new r_,this.isDegenerateIntoSegment=!1,this.isDegenerateIntoPoint=!1,this.degenerateSegment=new Ay,this.needsUpdate=!0}intersectsSphere(e){return qj(e,this)}update(){let e=this.a,t=this.b,n=this.c,r=this.points,i=this.satAxes,a=this.satBounds,o=i[0],s=a[0];this.getNormal(o),s.setFromPoints(o,r);let c=i[1],l=a[1];c.subVectors(e,t),l.setFromPoints(c,r);let u=i[2],d=a[2];u.subVectors(t,n),d.setFromPoints(u,r);let f=i[3],p=a[3];f.subVectors(n,e),p.setFromPoints(f,r);let m=c.length(),h=u.length(),g=f.length();this.isDegenerateIntoPoint=!1,this.isDegenerateIntoSegment=!1,m<Yj?h<Yj||g<Yj?this.isDegenerateIntoPoint=!0:(this.isDegenerateIntoSegment=!0,this.degenerateSegment.start.copy(e),this.degenerateSegment.end.copy(n)):h<Yj?g<Yj?this.isDegenerateIntoPoint=!0:(this.isDegenerateIntoSegment=!0,this.degenerateSegment.start.copy(t),this.degenerateSegment.end.copy(e)):g<Yj&&(this.isDegenerateIntoSegment=!0,this.degenerateSegment.start.copy(n),this.degenerateSegment.end.copy(t)),this.plane.setFromNormalAndCoplanarPoint(o,e),this.needsUpdate=!1}};Qj.prototype.closestPointToSegment=(function(){let e=new G,t=new G,n=new Ay;return function(r,i=null,a=null){this.needsUpdate&&this.update();let{start:o,end:s}=r,c=this.points,l,u=1/0;if(this.plane.distanceToPoint(o)*this.plane.distanceToPoint(s)<0&&this.plane.intersectLine(r,e)!==null&&this.containsPoint(e))return i&&i.copy(e),a&&a.copy(e),0;for(let o=0;o<3;o++){let s=(o+1)%3;n.start.copy(c[o]),n.end.copy(c[s]),Kj(n,r,e,t),l=e.distanceToSquared(t),l<u&&(u=l,i&&i.copy(e),a&&a.copy(t))}return this.closestPointToPoint(o,e),l=o.distanceToSquared(e),l<u&&(u=l,i&&i.copy(e),a&&a.copy(o)),this.closestPointToPoint(s,e),l=s.distanceToSquared(e),l<u&&(u=l,i&&i.copy(e),a&&a.copy(s)),Math.sqrt(u)}})(),Qj.prototype.intersectsTriangle=(function(){let e=new Qj,t=new Wj,n=new Wj,r=new G,i=new G,a=new G,o=new G,s=new Ay,c=new Ay,l=new G,u=new W,d=new W;function f(e,i,a,s){let c=r;!e.isDegenerateIntoPoint&&!e.isDegenerateIntoSegment?c.copy(e.plane.normal):c.copy(i.plane.normal);let l=e.satBounds,u=e.satAxes;for(let r=1;r<4;r++){let a=l[r],s=u[r];if(t.setFromPoints(s,i.points),a.isSeparated(t)||(o.copy(c).cross(s),t.setFromPoints(o,e.points),n.setFromPoints(o,i.points),t.isSeparated(n)))return!1}let d=i.satBounds,f=i.satAxes;for(let r=1;r<4;r++){let a=d[r],s=f[r];if(t.setFromPoints(s,e.points),a.isSeparated(t)||(o.crossVectors(c,s),t.setFromPoints(o,e.points),n.setFromPoints(o,i.points),t.isSeparated(n)))return!1}return a&&(s||console.warn(`ExtendedTriangle.intersectsTriangle: Triangles are coplanar which does not support an output edge. Setting edge to 0, 0, 0.`),a.start.set(0,0,0),a.end.set(0,0,0)),!0}function p(e,t,n,r,i,a,o,s,c,l,u){let d=o/(o-s);l.x=r+(i-r)*d,u.start.subVectors(t,e).multiplyScalar(d).add(e),d=o/(o-c),l.y=r+(a-r)*d,u.end.subVectors(n,e).multiplyScalar(d).add(e)}function m(e,t,n,r,i,a,o,s,c,l,u){if(i>0)p(e.c,e.a,e.b,r,t,n,c,o,s,l,u);else if(a>0)p(e.b,e.a,e.c,n,t,r,s,o,c,l,u);else if(s*c>0||o!=0)p(e.a,e.b,e.c,t,n,r,o,s,c,l,u);else if(s!=0)p(e.b,e.a,e.c,n,t,r,s,o,c,l,u);else if(c!=0)p(e.c,e.a,e.b,r,t,n,c,o,s,l,u);else return!0;return!1}function h(e,t,n,i){let a=t.degenerateSegment,o=e.plane.distanceToPoint(a.start),s=e.plane.distanceToPoint(a.end);return Zj(o)?Zj(s)?f(e,t,n,i):(n&&(n.start.copy(a.start),n.end.copy(a.start)),e.containsPoint(a.start)):Zj(s)?(n&&(n.start.copy(a.end),n.end.copy(a.end)),e.containsPoint(a.end)):e.plane.intersectLine(a,r)!=null&&(n&&(n.start.copy(r),n.end.copy(r)),e.containsPoint(r))}function g(e,t,n){let r=t.a;return Zj(e.plane.distanceToPoint(r))&&e.containsPoint(r)?(n&&(n.start.copy(r),n.end.copy(r)),!0):!1}function _(e,t,n){let i=e.degenerateSegment,a=t.a;return i.closestPointToPoint(a,!0,r),a.distanceToSquared(r)<Xj&&(n&&(n.start.copy(a),n.end.copy(a)),!0)}function v(e,t,n,o){if(e.isDegenerateIntoSegment){if(t.isDegenerateIntoSegment){let o=e.degenerateSegment,s=t.degenerateSegment,c=i,l=a;o.delta(c),s.delta(l);let u=r.subVectors(s.start,o.start),d=c.x*l.y-c.y*l.x;if(Zj(d))return!1;let f=(u.x*l.y-u.y*l.x)/d,p=-(c.x*u.y-c.y*u.x)/d;return f<0||f>1||p<0||p>1?!1:Zj(o.start.z+c.z*f-(s.start.z+l.z*p))?(n&&(n.start.copy(o.start).addScaledVector(c,f),n.end.copy(o.start).addScaledVector(c,f)),!0):!1}return t.isDegenerateIntoPoint?_(e,t,n):h(t,e,n,o)}if(e.isDegenerateIntoPoint)return t.isDegenerateIntoPoint?t.a.distanceToSquared(e.a)<Xj&&(n&&(n.start.copy(e.a),n.end.copy(e.a)),!0):t.isDegenerateIntoSegment?_(t,e,n):g(t,e,n);if(t.isDegenerateIntoPoint)return g(e,t,n);if(t.isDegenerateIntoSegment)return h(e,t,n,o)}return function(t,n=null,r=!1){this.needsUpdate&&this.update(),t.isExtendedTriangle?t.needsUpdate&&t.update():(e.copy(t),e.update(),t=e);let o=v(this,t,n,r);if(o!==void 0)return o;let p=this.plane,h=t.plane,g=h.distanceToPoint(this.a),_=h.distanceToPoint(this.b),y=h.distanceToPoint(this.c);Zj(g)&&(g=0),Zj(_)&&(_=0),Zj(y)&&(y=0);let b=g*_,x=g*y;if(b>0&&x>0)return!1;let S=p.distanceToPoint(t.a),C=p.distanceToPoint(t.b),w=p.distanceToPoint(t.c);Zj(S)&&(S=0),Zj(C)&&(C=0),Zj(w)&&(w=0);let T=S*C,E=S*w;if(T>0&&E>0)return!1;i.copy(p.normal),a.copy(h.normal);let D=i.cross(a),O=0,k=Math.abs(D.x),A=Math.abs(D.y);A>k&&(k=A,O=1),Math.abs(D.z)>k&&(O=2);let j=Jj[O],M=this.a[j],N=this.b[j],ee=this.c[j],te=t.a[j],P=t.b[j],ne=t.c[j];if(m(this,M,N,ee,b,x,g,_,y,u,s)||m(t,te,P,ne,T,E,S,C,w,d,c))return f(this,t,n,r);if(u.y<u.x){let e=u.y;u.y=u.x,u.x=e,l.copy(s.start),s.start.copy(s.end),s.end.copy(l)}if(d.y<d.x){let e=d.y;d.y=d.x,d.x=e,l.copy(c.start),c.start.copy(c.end),c.end.copy(l)}return u.y<d.x||d.y<u.x?!1:(n&&(d.x>u.x?n.start.copy(c.start):n.start.copy(s.start),d.y<u.y?n.end.copy(c.end):n.end.copy(s.end)),!0)}})(),Qj.prototype.distanceToPoint=(function(){let e=new G;return function(t){return this.closestPointToPoint(t,e),t.distanceTo(e)}})(),Qj.prototype.distanceToTriangle=(function(){let e=new G,t=new G,n=[`a`,`b`,`c`],r=new Ay,i=new Ay;return function(a,o=null,s=null){let c=o||s?r:null;if(this.intersectsTriangle(a,c,!0))return(o||s)&&(o&&c.getCenter(o),s&&c.getCenter(s)),0;let l=1/0;for(let t=0;t<3;t++){let r,i=n[t],c=a[i];this.closestPointToPoint(c,e),r=c.distanceToSquared(e),r<l&&(l=r,o&&o.copy(e),s&&s.copy(c));let u=this[i];a.closestPointToPoint(u,e),r=u.distanceToSquared(e),r<l&&(l=r,o&&o.copy(u),s&&s.copy(e))}for(let c=0;c<3;c++){let u=n[c],d=n[(c+1)%3];r.set(this[u],this[d]);for(let c=0;c<3;c++){let u=n[c],d=n[(c+1)%3];i.set(a[u],a[d]),Kj(r,i,e,t);let f=e.distanceToSquared(t);f<l&&(l=f,o&&o.copy(e),s&&s.copy(t))}}return Math.sqrt(l)}})();var $j=class{constructor(e,t,n){this.isOrientedBox=!0,this.min=new G,this.max=new G,this.matrix=new J,this.invMatrix=new J,this.points=Array(8).fill().map(()=>new G),this.satAxes=[,,,].fill().map(()=>new G),this.satBounds=[,,,].fill().map(()=>new Wj),this.alignedSatBounds=[,,,].fill().map(()=>new Wj),this.needsUpdate=!1,e&&this.min.copy(e),t&&this.max.copy(t),n&&this.matrix.copy(n)}set(e,t,n){this.min.copy(e),this.max.copy(t),this.matrix.copy(n),this.needsUpdate=!0}copy(e){this.min.copy(e.min),this.max.copy(e.max),this.matrix.copy(e.matrix),this.needsUpdate=!0}};$j.prototype.update=(function(){return function(){let e=this.matrix,t=this.min,n=this.max,r=this.points;for(let i=0;i<=1;i++)for(let a=0;a<=1;a++)for(let o=0;o<=1;o++){let s=r[1*i|2*a|4*o];s.x=i?n.x:t.x,s.y=a?n.y:t.y,s.z=o?n.z:t.z,s.applyMatrix4(e)}let i=this.satBounds,a=this.satAxes,o=r[0];for(let e=0;e<3;e++){let t=a[e],n=i[e],s=r[1<<e];t.subVectors(o,s),n.setFromPoints(t,r)}let s=this.alignedSatBounds;s[0].setFromPointsField(r,`x`),s[1].setFromPointsField(r,`y`),s[2].setFromPointsField(r,`z`),this.invMatrix.copy(this.matrix).invert(),this.needsUpdate=!1}})(),$j.prototype.intersectsBox=(function(){let e=new Wj;return function(t){this.needsUpdate&&this.update();let n=t.min,r=t.max,i=this.satBounds,a=this.satAxes,o=this.alignedSatBounds;if(e.min=n.x,e.max=r.x,o[0].isSeparated(e)||(e.min=n.y,e.max=r.y,o[1].isSeparated(e))||(e.min=n.z,e.max=r.z,o[2].isSeparated(e)))return!1;for(let n=0;n<3;n++){let r=a[n],o=i[n];if(e.setFromBox(r,t),o.isSeparated(e))return!1}return!0}})(),$j.prototype.intersectsTriangle=(function(){let e=new Qj,t=[,,,],n=new Wj,r=new Wj,i=new G;return function(a){this.needsUpdate&&this.update(),a.isExtendedTriangle?a.needsUpdate&&a.update():(e.copy(a),e.update(),a=e);let o=this.satBounds,s=this.satAxes;t[0]=a.a,t[1]=a.b,t[2]=a.c;for(let e=0;e<3;e++){let r=o[e],i=s[e];if(n.setFromPoints(i,t),r.isSeparated(n))return!1}let c=a.satBounds,l=a.satAxes,u=this.points;for(let e=0;e<3;e++){let t=c[e],r=l[e];if(n.setFromPoints(r,u),t.isSeparated(n))return!1}for(let e=0;e<3;e++){let a=s[e];for(let e=0;e<4;e++){let o=l[e];if(i.crossVectors(a,o),n.setFromPoints(i,t),r.setFromPoints(i,u),n.isSeparated(r))return!1}}return!0}})(),$j.prototype.closestPointToPoint=(function(){return function(e,t){return this.needsUpdate&&this.update(),t.copy(e).applyMatrix4(this.invMatrix).clamp(this.min,this.max).applyMatrix4(this.matrix),t}})(),$j.prototype.distanceToPoint=(function(){let e=new G;return function(t){return this.closestPointToPoint(t,e),t.distanceTo(e)}})(),$j.prototype.distanceToBox=(function(){let e=[`x`,`y`,`z`],t=Array(12).fill().map(()=>new Ay),n=Array(12).fill().map(()=>new Ay),r=new G,i=new G;return function(a,o=0,s=null,c=null){if(this.needsUpdate&&this.update(),this.intersectsBox(a))return(s||c)&&(a.getCenter(i),this.closestPointToPoint(i,r),a.closestPointToPoint(r,i),s&&s.copy(r),c&&c.copy(i)),0;let l=o*o,u=a.min,d=a.max,f=this.points,p=1/0;for(let e=0;e<8;e++){let t=f[e];i.copy(t).clamp(u,d);let n=t.distanceToSquared(i);if(n<p&&(p=n,s&&s.copy(t),c&&c.copy(i),n<l))return Math.sqrt(n)}let m=0;for(let r=0;r<3;r++)for(let i=0;i<=1;i++)for(let a=0;a<=1;a++){let o=(r+1)%3,s=(r+2)%3,c=i<<o|a<<s,l=1<<r|i<<o|a<<s,p=f[c],h=f[l];t[m].set(p,h);let g=e[r],_=e[o],v=e[s],y=n[m],b=y.start,x=y.end;b[g]=u[g],b[_]=i?u[_]:d[_],b[v]=a?u[v]:d[v],x[g]=d[g],x[_]=i?u[_]:d[_],x[v]=a?u[v]:d[v],m++}for(let e=0;e<=1;e++)for(let t=0;t<=1;t++)for(let n=0;n<=1;n++){i.x=e?d.x:u.x,i.y=t?d.y:u.y,i.z=n?d.z:u.z,this.closestPointToPoint(i,r);let a=i.distanceToSquared(r);if(a<p&&(p=a,s&&s.copy(r),c&&c.copy(i),a<l))return Math.sqrt(a)}for(let e=0;e<12;e++){let a=t[e];for(let e=0;e<12;e++){let t=n[e];Kj(a,t,r,i);let o=r.distanceToSquared(i);if(o<p&&(p=o,s&&s.copy(r),c&&c.copy(i),o<l))return Math.sqrt(o)}}return Math.sqrt(p)}})();var eM=new class extends pj{constructor(){super(()=>new Qj)}},tM=new G,nM=new G;function rM(e,t,n={},r=0,i=1/0){let a=r*r,o=i*i,s=1/0,c=null;if(e.shapecast({boundsTraverseOrder:e=>(tM.copy(t).clamp(e.min,e.max),tM.distanceToSquared(t)),intersectsBounds:(e,t,n)=>n<s&&n<o,intersectsTriangle:(e,n)=>{e.closestPointToPoint(t,tM);let r=t.distanceToSquared(tM);return r<s&&(nM.copy(tM),s=r,c=n),r<a}}),s===1/0)return null;let l=Math.sqrt(s);return n.point?n.point.copy(nM):n.point=nM.clone(),n.distance=l,n.faceIndex=c,n}var iM=!0,aM=new G,oM=new G,sM=new G,cM=new W,lM=new W,uM=new W,dM=new G,fM=new G,pM=new G,mM=new G;function hM(e,t,n,r,i,a,o,s){let c;if(c=a===1?e.intersectTriangle(r,n,t,!0,i):e.intersectTriangle(t,n,r,a!==2,i),c===null)return null;let l=e.origin.distanceTo(i);return l<o||l>s?null:{distance:l,point:i.clone()}}function gM(e,t,n,r,i,a,o,s,c,l,u){aM.fromBufferAttribute(t,a),oM.fromBufferAttribute(t,o),sM.fromBufferAttribute(t,s);let d=hM(e,aM,oM,sM,mM,c,l,u);if(d){if(r){cM.fromBufferAttribute(r,a),lM.fromBufferAttribute(r,o),uM.fromBufferAttribute(r,s),d.uv=new W;let e=gg.getInterpolation(mM,aM,oM,sM,cM,lM,uM,d.uv);iM||(d.uv=e)}if(i){cM.fromBufferAttribute(i,a),lM.fromBufferAttribute(i,o),uM.fromBufferAttribute(i,s),d.uv1=new W;let e=gg.getInterpolation(mM,aM,oM,sM,cM,lM,uM,d.uv1);iM||(d.uv1=e)}if(n){dM.fromBufferAttribute(n,a),fM.fromBufferAttribute(n,o),pM.fromBufferAttribute(n,s),d.normal=new G;let t=gg.getInterpolation(mM,aM,oM,sM,dM,fM,pM,d.normal);d.normal.dot(e.direction)>0&&d.normal.multiplyScalar(-1),iM||(d.normal=t)}let t={a,b:o,c:s,normal:new G,materialIndex:0};if(gg.getNormal(aM,oM,sM,t.normal),d.face=t,d.faceIndex=a,iM){let e=new G;gg.getBarycoord(mM,aM,oM,sM,e),d.barycoord=e}}return d}function _M(e){return e&&e.isMaterial?e.side:e}function vM(e,t,n,r,i,a,o){let s=r*3,c=s+0,l=s+1,u=s+2,{index:d,groups:f}=e;e.index&&(c=d.getX(c),l=d.getX(l),u=d.getX(u));let{position:p,normal:m,uv:h,uv1:g}=e.attributes;if(Array.isArray(t)){let e=r*3;for(let s=0,d=f.length;s<d;s++){let{start:d,count:_,materialIndex:v}=f[s];if(e>=d&&e<d+_){let e=_M(t[v]),s=gM(n,p,m,h,g,c,l,u,e,a,o);if(s){if(s.faceIndex=r,s.face.materialIndex=v,i)i.push(s);else return s}}}}else{let e=_M(t),s=gM(n,p,m,h,g,c,l,u,e,a,o);if(s){if(s.faceIndex=r,s.face.materialIndex=0,i)i.push(s);else return s}}return null}function yM(e,t,n,r){let i=e.a,a=e.b,o=e.c,s=t,c=t+1,l=t+2;n&&(s=n.getX(s),c=n.getX(c),l=n.getX(l)),i.x=r.getX(s),i.y=r.getY(s),i.z=r.getZ(s),a.x=r.getX(c),a.y=r.getY(c),a.z=r.getZ(c),o.x=r.getX(l),o.y=r.getY(l),o.z=r.getZ(l)}function bM(e,t,n,r,i,a,o,s){let{geometry:c,_indirectBuffer:l}=e;for(let e=r,l=r+i;e<l;e++)vM(c,t,n,e,a,o,s)}function xM(e,t,n,r,i,a,o){let{geometry:s,_indirectBuffer:c}=e,l=1/0,u=null;for(let e=r,c=r+i;e<c;e++){let r;r=vM(s,t,n,e,null,a,o),r&&r.distance<l&&(u=r,l=r.distance)}return u}function SM(e,t,n,r,i,a,o){let{geometry:s}=n,{index:c}=s,l=s.attributes.position;for(let n=e,s=t+e;n<s;n++){let e;if(e=n,yM(o,e*3,c,l),o.needsUpdate=!0,r(o,e,i,a))return!0}return!1}function CM(e,t=null){t&&Array.isArray(t)&&(t=new Set(t));let n=e.geometry,r=n.index?n.index.array:null,i=n.attributes.position,a,o,s,c,l=0,u=e._roots;for(let e=0,t=u.length;e<t;e++)a=u[e],o=new Uint32Array(a),s=new Uint16Array(a),c=new Float32Array(a),d(0,l),l+=a.byteLength;function d(e,n,a=!1){let l=e*2;if(BA(l,s)){let t=VA(e,o),n=HA(l,s),a=1/0,u=1/0,d=1/0,f=-1/0,p=-1/0,m=-1/0;for(let e=3*t,o=3*(t+n);e<o;e++){let t=r[e],n=i.getX(t),o=i.getY(t),s=i.getZ(t);n<a&&(a=n),n>f&&(f=n),o<u&&(u=o),o>p&&(p=o),s<d&&(d=s),s>m&&(m=s)}return c[e+0]!==a||c[e+1]!==u||c[e+2]!==d||c[e+3]!==f||c[e+4]!==p||c[e+5]!==m?(c[e+0]=a,c[e+1]=u,c[e+2]=d,c[e+3]=f,c[e+4]=p,c[e+5]=m,!0):!1}{let r=UA(e),i=WA(e,o),s=a,l=!1,u=!1;if(t){if(!s){let e=r/8+n/32,a=i/8+n/32;l=t.has(e),u=t.has(a),s=!l&&!u}}else l=!0,u=!0;let f=s||l,p=s||u,m=!1;f&&(m=d(r,n,s));let h=!1;p&&(h=d(i,n,s));let g=m||h;if(g)for(let t=0;t<3;t++){let n=r+t,a=i+t,o=c[n],s=c[n+3],l=c[a],u=c[a+3];c[e+t]=o<l?o:l,c[e+t+3]=s>u?s:u}return g}}}function wM(e,t,n,r,i){let a,o,s,c,l,u,d=1/n.direction.x,f=1/n.direction.y,p=1/n.direction.z,m=n.origin.x,h=n.origin.y,g=n.origin.z,_=t[e],v=t[e+3],y=t[e+1],b=t[e+3+1],x=t[e+2],S=t[e+3+2];return d>=0?(a=(_-m)*d,o=(v-m)*d):(a=(v-m)*d,o=(_-m)*d),f>=0?(s=(y-h)*f,c=(b-h)*f):(s=(b-h)*f,c=(y-h)*f),a>c||s>o||((s>a||isNaN(a))&&(a=s),(c<o||isNaN(o))&&(o=c),p>=0?(l=(x-g)*p,u=(S-g)*p):(l=(S-g)*p,u=(x-g)*p),a>u||l>o)?!1:((l>a||a!==a)&&(a=l),(u<o||o!==o)&&(o=u),a<=i&&o>=r)}function TM(e,t,n,r,i,a,o,s){let{geometry:c,_indirectBuffer:l}=e;for(let e=r,u=r+i;e<u;e++)vM(c,t,n,l?l[e]:e,a,o,s)}function EM(e,t,n,r,i,a,o){let{geometry:s,_indirectBuffer:c}=e,l=1/0,u=null;for(let e=r,d=r+i;e<d;e++){let r;r=vM(s,t,n,c?c[e]:e,null,a,o),r&&r.distance<l&&(u=r,l=r.distance)}return u}function DM(e,t,n,r,i,a,o){let{geometry:s}=n,{index:c}=s,l=s.attributes.position;for(let s=e,u=t+e;s<u;s++){let e;if(e=n.resolveTriangleIndex(s),yM(o,e*3,c,l),o.needsUpdate=!0,r(o,e,i,a))return!0}return!1}function OM(e,t,n,r,i,a,o){$.setBuffer(e._roots[t]),wM(0,$.float32Array,r,a,o)&&kM(0,e,n,r,i,a,o),$.clearBuffer()}function kM(e,t,n,r,i,a,o){let{float32Array:s,uint16Array:c,uint32Array:l}=$,u=e*2;if(BA(u,c))bM(t,n,r,VA(e,l),HA(u,c),i,a,o);else{let c=UA(e);wM(c,s,r,a,o)&&kM(c,t,n,r,i,a,o);let u=WA(e,l);wM(u,s,r,a,o)&&kM(u,t,n,r,i,a,o)}}var AM=[`x`,`y`,`z`];function jM(e,t,n,r,i,a){$.setBuffer(e._roots[t]);let o=null;return wM(0,$.float32Array,r,i,a)&&(o=MM(0,e,n,r,i,a)),$.clearBuffer(),o}function MM(e,t,n,r,i,a){let{float32Array:o,uint16Array:s,uint32Array:c}=$,l=e*2;if(BA(l,s))return xM(t,n,r,VA(e,c),HA(l,s),i,a);{let s=GA(e,c),l=AM[s],u=r.direction[l]>=0,d,f;u?(d=UA(e),f=WA(e,c)):(d=WA(e,c),f=UA(e));let p=wM(d,o,r,i,a)?MM(d,t,n,r,i,a):null;if(p){let e=p.point[l];if(u?e<=o[f+s]:e>=o[f+s+3])return p}let m=wM(f,o,r,i,a)?MM(f,t,n,r,i,a):null;return p&&m?p.distance<=m.distance?p:m:p||m||null}}var NM=new _g,PM=new Qj,FM=new Qj,IM=new J,LM=new $j,RM=new $j;function zM(e,t,n,r){$.setBuffer(e._roots[t]);let i=BM(0,e,n,r);return $.clearBuffer(),i}function BM(e,t,n,r,i=null){let{float32Array:a,uint16Array:o,uint32Array:s}=$,c=e*2;if(i===null&&(n.boundingBox||n.computeBoundingBox(),LM.set(n.boundingBox.min,n.boundingBox.max,r),i=LM),BA(c,o)){let i=t.geometry,l=i.index,u=i.attributes.position,d=n.index,f=n.attributes.position,p=VA(e,s),m=HA(c,o);if(IM.copy(r).invert(),n.boundsTree)return IA(KA(e),a,RM),RM.matrix.copy(IM),RM.needsUpdate=!0,n.boundsTree.shapecast({intersectsBounds:e=>RM.intersectsBox(e),intersectsTriangle:e=>{e.a.applyMatrix4(r),e.b.applyMatrix4(r),e.c.applyMatrix4(r),e.needsUpdate=!0;for(let t=p*3,n=(m+p)*3;t<n;t+=3)if(yM(FM,t,l,u),FM.needsUpdate=!0,e.intersectsTriangle(FM))return!0;return!1}});{let e=Ij(n);for(let t=p*3,n=(m+p)*3;t<n;t+=3){yM(PM,t,l,u),PM.a.applyMatrix4(IM),PM.b.applyMatrix4(IM),PM.c.applyMatrix4(IM),PM.needsUpdate=!0;for(let t=0,n=e*3;t<n;t+=3)if(yM(FM,t,d,f),FM.needsUpdate=!0,PM.intersectsTriangle(FM))return!0}}}else{let o=UA(e),c=WA(e,s);return IA(KA(o),a,NM),!!(i.intersectsBox(NM)&&BM(o,t,n,r,i)||(IA(KA(c),a,NM),i.intersectsBox(NM)&&BM(c,t,n,r,i)))}}var VM=new J,HM=new $j,UM=new $j,WM=new G,GM=new G,KM=new G,qM=new G;function JM(e,t,n,r={},i={},a=0,o=1/0){t.boundingBox||t.computeBoundingBox(),HM.set(t.boundingBox.min,t.boundingBox.max,n),HM.needsUpdate=!0;let s=e.geometry,c=s.attributes.position,l=s.index,u=t.attributes.position,d=t.index,f=eM.getPrimitive(),p=eM.getPrimitive(),m=WM,h=GM,g=null,_=null;i&&(g=KM,_=qM);let v=1/0,y=null,b=null;return VM.copy(n).invert(),UM.matrix.copy(VM),e.shapecast({boundsTraverseOrder:e=>HM.distanceToBox(e),intersectsBounds:(e,t,n)=>n<v&&n<o&&(t&&(UM.min.copy(e.min),UM.max.copy(e.max),UM.needsUpdate=!0),!0),intersectsRange:(e,r)=>{if(t.boundsTree)return t.boundsTree.shapecast({boundsTraverseOrder:e=>UM.distanceToBox(e),intersectsBounds:(e,t,n)=>n<v&&n<o,intersectsRange:(t,i)=>{for(let o=t,s=t+i;o<s;o++){yM(p,3*o,d,u),p.a.applyMatrix4(n),p.b.applyMatrix4(n),p.c.applyMatrix4(n),p.needsUpdate=!0;for(let t=e,n=e+r;t<n;t++){yM(f,3*t,l,c),f.needsUpdate=!0;let e=f.distanceToTriangle(p,m,g);if(e<v&&(h.copy(m),_&&_.copy(g),v=e,y=t,b=o),e<a)return!0}}}});{let i=Ij(t);for(let t=0,o=i;t<o;t++){yM(p,3*t,d,u),p.a.applyMatrix4(n),p.b.applyMatrix4(n),p.c.applyMatrix4(n),p.needsUpdate=!0;for(let n=e,i=e+r;n<i;n++){yM(f,3*n,l,c),f.needsUpdate=!0;let e=f.distanceToTriangle(p,m,g);if(e<v&&(h.copy(m),_&&_.copy(g),v=e,y=n,b=t),e<a)return!0}}}}}),eM.releasePrimitive(f),eM.releasePrimitive(p),v===1/0?null:(r.point?r.point.copy(h):r.point=h.clone(),r.distance=v,r.faceIndex=y,i&&(i.point?i.point.copy(_):i.point=_.clone(),i.point.applyMatrix4(VM),h.applyMatrix4(VM),i.distance=h.sub(i.point).length(),i.faceIndex=b),r)}function YM(e,t=null){t&&Array.isArray(t)&&(t=new Set(t));let n=e.geometry,r=n.index?n.index.array:null,i=n.attributes.position,a,o,s,c,l=0,u=e._roots;for(let e=0,t=u.length;e<t;e++)a=u[e],o=new Uint32Array(a),s=new Uint16Array(a),c=new Float32Array(a),d(0,l),l+=a.byteLength;function d(n,a,l=!1){let u=n*2;if(BA(u,s)){let t=VA(n,o),a=HA(u,s),l=1/0,d=1/0,f=1/0,p=-1/0,m=-1/0,h=-1/0;for(let n=t,o=t+a;n<o;n++){let t=3*e.resolveTriangleIndex(n);for(let e=0;e<3;e++){let n=t+e;n=r?r[n]:n;let a=i.getX(n),o=i.getY(n),s=i.getZ(n);a<l&&(l=a),a>p&&(p=a),o<d&&(d=o),o>m&&(m=o),s<f&&(f=s),s>h&&(h=s)}}return c[n+0]!==l||c[n+1]!==d||c[n+2]!==f||c[n+3]!==p||c[n+4]!==m||c[n+5]!==h?(c[n+0]=l,c[n+1]=d,c[n+2]=f,c[n+3]=p,c[n+4]=m,c[n+5]=h,!0):!1}{let e=UA(n),r=WA(n,o),i=l,s=!1,u=!1;if(t){if(!i){let n=e/8+a/32,o=r/8+a/32;s=t.has(n),u=t.has(o),i=!s&&!u}}else s=!0,u=!0;let f=i||s,p=i||u,m=!1;f&&(m=d(e,a,i));let h=!1;p&&(h=d(r,a,i));let g=m||h;if(g)for(let t=0;t<3;t++){let i=e+t,a=r+t,o=c[i],s=c[i+3],l=c[a],u=c[a+3];c[n+t]=o<l?o:l,c[n+t+3]=s>u?s:u}return g}}}function XM(e,t,n,r,i,a,o){$.setBuffer(e._roots[t]),wM(0,$.float32Array,r,a,o)&&ZM(0,e,n,r,i,a,o),$.clearBuffer()}function ZM(e,t,n,r,i,a,o){let{float32Array:s,uint16Array:c,uint32Array:l}=$,u=e*2;if(BA(u,c))TM(t,n,r,VA(e,l),HA(u,c),i,a,o);else{let c=UA(e);wM(c,s,r,a,o)&&ZM(c,t,n,r,i,a,o);let u=WA(e,l);wM(u,s,r,a,o)&&ZM(u,t,n,r,i,a,o)}}var QM=[`x`,`y`,`z`];function $M(e,t,n,r,i,a){$.setBuffer(e._roots[t]);let o=null;return wM(0,$.float32Array,r,i,a)&&(o=eN(0,e,n,r,i,a)),$.clearBuffer(),o}function eN(e,t,n,r,i,a){let{float32Array:o,uint16Array:s,uint32Array:c}=$,l=e*2;if(BA(l,s))return EM(t,n,r,VA(e,c),HA(l,s),i,a);{let s=GA(e,c),l=QM[s],u=r.direction[l]>=0,d,f;u?(d=UA(e),f=WA(e,c)):(d=WA(e,c),f=UA(e));let p=wM(d,o,r,i,a)?eN(d,t,n,r,i,a):null;if(p){let e=p.point[l];if(u?e<=o[f+s]:e>=o[f+s+3])return p}let m=wM(f,o,r,i,a)?eN(f,t,n,r,i,a):null;return p&&m?p.distance<=m.distance?p:m:p||m||null}}var tN=new _g,nN=new Qj,rN=new Qj,iN=new J,aN=new $j,oN=new $j;function sN(e,t,n,r){$.setBuffer(e._roots[t]);let i=cN(0,e,n,r);return $.clearBuffer(),i}function cN(e,t,n,r,i=null){let{float32Array:a,uint16Array:o,uint32Array:s}=$,c=e*2;if(i===null&&(n.boundingBox||n.computeBoundingBox(),aN.set(n.boundingBox.min,n.boundingBox.max,r),i=aN),BA(c,o)){let i=t.geometry,l=i.index,u=i.attributes.position,d=n.index,f=n.attributes.position,p=VA(e,s),m=HA(c,o);if(iN.copy(r).invert(),n.boundsTree)return IA(KA(e),a,oN),oN.matrix.copy(iN),oN.needsUpdate=!0,n.boundsTree.shapecast({intersectsBounds:e=>oN.intersectsBox(e),intersectsTriangle:e=>{e.a.applyMatrix4(r),e.b.applyMatrix4(r),e.c.applyMatrix4(r),e.needsUpdate=!0;for(let n=p,r=m+p;n<r;n++)if(yM(rN,3*t.resolveTriangleIndex(n),l,u),rN.needsUpdate=!0,e.intersectsTriangle(rN))return!0;return!1}});{let e=Ij(n);for(let n=p,r=m+p;n<r;n++){yM(nN,3*t.resolveTriangleIndex(n),l,u),nN.a.applyMatrix4(iN),nN.b.applyMatrix4(iN),nN.c.applyMatrix4(iN),nN.needsUpdate=!0;for(let t=0,n=e*3;t<n;t+=3)if(yM(rN,t,d,f),rN.needsUpdate=!0,nN.intersectsTriangle(rN))return!0}}}else{let o=UA(e),c=WA(e,s);return IA(KA(o),a,tN),!!(i.intersectsBox(tN)&&cN(o,t,n,r,i)||(IA(KA(c),a,tN),i.intersectsBox(tN)&&cN(c,t,n,r,i)))}}var lN=new J,uN=new $j,dN=new $j,fN=new G,pN=new G,mN=new G,hN=new G;function gN(e,t,n,r={},i={},a=0,o=1/0){t.boundingBox||t.computeBoundingBox(),uN.set(t.boundingBox.min,t.boundingBox.max,n),uN.needsUpdate=!0;let s=e.geometry,c=s.attributes.position,l=s.index,u=t.attributes.position,d=t.index,f=eM.getPrimitive(),p=eM.getPrimitive(),m=fN,h=pN,g=null,_=null;i&&(g=mN,_=hN);let v=1/0,y=null,b=null;return lN.copy(n).invert(),dN.matrix.copy(lN),e.shapecast({boundsTraverseOrder:e=>uN.distanceToBox(e),intersectsBounds:(e,t,n)=>n<v&&n<o&&(t&&(dN.min.copy(e.min),dN.max.copy(e.max),dN.needsUpdate=!0),!0),intersectsRange:(r,i)=>{if(t.boundsTree){let s=t.boundsTree;return s.shapecast({boundsTraverseOrder:e=>dN.distanceToBox(e),intersectsBounds:(e,t,n)=>n<v&&n<o,intersectsRange:(t,o)=>{for(let x=t,S=t+o;x<S;x++){let t=s.resolveTriangleIndex(x);yM(p,3*t,d,u),p.a.applyMatrix4(n),p.b.applyMatrix4(n),p.c.applyMatrix4(n),p.needsUpdate=!0;for(let t=r,n=r+i;t<n;t++){let n=e.resolveTriangleIndex(t);yM(f,3*n,l,c),f.needsUpdate=!0;let r=f.distanceToTriangle(p,m,g);if(r<v&&(h.copy(m),_&&_.copy(g),v=r,y=t,b=x),r<a)return!0}}}})}{let o=Ij(t);for(let t=0,s=o;t<s;t++){yM(p,3*t,d,u),p.a.applyMatrix4(n),p.b.applyMatrix4(n),p.c.applyMatrix4(n),p.needsUpdate=!0;for(let n=r,o=r+i;n<o;n++){let r=e.resolveTriangleIndex(n);yM(f,3*r,l,c),f.needsUpdate=!0;let i=f.distanceToTriangle(p,m,g);if(i<v&&(h.copy(m),_&&_.copy(g),v=i,y=n,b=t),i<a)return!0}}}}}),eM.releasePrimitive(f),eM.releasePrimitive(p),v===1/0?null:(r.point?r.point.copy(h):r.point=h.clone(),r.distance=v,r.faceIndex=y,i&&(i.point?i.point.copy(_):i.point=_.clone(),i.point.applyMatrix4(lN),h.applyMatrix4(lN),i.distance=h.sub(i.point).length(),i.faceIndex=b),r)}function _N(e,t,n){return e===null?null:(e.point.applyMatrix4(t.matrixWorld),e.distance=e.point.distanceTo(n.ray.origin),e.object=t,e)}var vN=new $j,yN=new u_,bN=new G,xN=new J,SN=new G,CN=[`getX`,`getY`,`getZ`],wN=class e extends Uj{static serialize(e,t={}){t={cloneBuffers:!0,...t};let n=e.geometry,r=e._roots,i=e._indirectBuffer,a=n.getIndex(),o={version:1,roots:null,index:null,indirectBuffer:null};return t.cloneBuffers?(o.roots=r.map(e=>e.slice()),o.index=a?a.array.slice():null,o.indirectBuffer=i?i.slice():null):(o.roots=r,o.index=a?a.array:null,o.indirectBuffer=i),o}static deserialize(t,n,r={}){r={setIndex:!0,indirect:!!t.indirectBuffer,...r};let{index:i,roots:a,indirectBuffer:o}=t;t.version||(console.warn(`MeshBVH.deserialize: Serialization format has been changed and will be fixed up. It is recommended to regenerate any stored serialized data.`),c(a));let s=new e(n,{...r,[PA]:!0});if(s._roots=a,s._indirectBuffer=o||null,r.setIndex){let e=n.getIndex();if(e===null){let e=new X(t.index,1,!1);n.setIndex(e)}else e.array!==i&&(e.array.set(i),e.needsUpdate=!0)}return s;function c(e){for(let t=0;t<e.length;t++){let n=e[t],r=new Uint32Array(n),i=new Uint16Array(n);for(let e=0,t=n.byteLength/32;e<t;e++){let t=8*e;BA(2*t,i)||(r[t+6]=r[t+6]/8-e)}}}}get primitiveStride(){return 3}get resolveTriangleIndex(){return this.resolvePrimitiveIndex}constructor(e,t={}){t.maxLeafTris&&(console.warn(`MeshBVH: "maxLeafTris" option has been deprecated. Use "targetLeafSize", instead.`),t={...t,targetLeafSize:t.maxLeafTris}),super(e,t)}shiftTriangleOffsets(e){return super.shiftPrimitiveOffsets(e)}writePrimitiveBounds(e,t,n){let r=this.geometry,i=this._indirectBuffer,a=r.attributes.position,o=r.index?r.index.array:null,s=(i?i[e]:e)*3,c=s+0,l=s+1,u=s+2;o&&(c=o[c],l=o[l],u=o[u]);for(let e=0;e<3;e++){let r=a[CN[e]](c),i=a[CN[e]](l),o=a[CN[e]](u),s=r;i<s&&(s=i),o<s&&(s=o);let d=r;i>d&&(d=i),o>d&&(d=o),t[n+e]=s,t[n+e+3]=d}return t}computePrimitiveBounds(e,t,n){let r=this.geometry,i=this._indirectBuffer,a=r.attributes.position,o=r.index?r.index.array:null,s=a.normalized;if(e<0||t+e-n.offset>n.length/6)throw Error(`MeshBVH: compute triangle bounds range is invalid.`);let c=a.array,l=a.offset||0,u=3;a.isInterleavedBufferAttribute&&(u=a.data.stride);let d=[`getX`,`getY`,`getZ`],f=n.offset;for(let r=e,p=e+t;r<p;r++){let e=(i?i[r]:r)*3,t=(r-f)*6,p=e+0,m=e+1,h=e+2;o&&(p=o[p],m=o[m],h=o[h]),s||(p=p*u+l,m=m*u+l,h=h*u+l);for(let e=0;e<3;e++){let r,i,o;s?(r=a[d[e]](p),i=a[d[e]](m),o=a[d[e]](h)):(r=c[p+e],i=c[m+e],o=c[h+e]);let l=r;i<l&&(l=i),o<l&&(l=o);let u=r;i>u&&(u=i),o>u&&(u=o);let f=(u-l)/2,g=e*2;n[t+g+0]=l+f,n[t+g+1]=f+(Math.abs(l)+f)*NA}}return n}raycastObject3D(e,t,n=[]){let{material:r}=e;if(r===void 0)return;xN.copy(e.matrixWorld).invert(),yN.copy(t.ray).applyMatrix4(xN),SN.setFromMatrixScale(e.matrixWorld),bN.copy(yN.direction).multiply(SN);let i=bN.length(),a=t.near/i,o=t.far/i;if(t.firstHitOnly===!0){let i=this.raycastFirst(yN,r,a,o);i=_N(i,e,t),i&&n.push(i)}else{let i=this.raycast(yN,r,a,o);for(let r=0,a=i.length;r<a;r++){let a=_N(i[r],e,t);a&&n.push(a)}}return n}refit(e=null){return(this.indirect?YM:CM)(this,e)}raycast(e,t=0,n=0,r=1/0){let i=this._roots,a=[],o=this.indirect?XM:OM;for(let s=0,c=i.length;s<c;s++)o(this,s,t,e,a,n,r);return a}raycastFirst(e,t=0,n=0,r=1/0){let i=this._roots,a=null,o=this.indirect?$M:jM;for(let s=0,c=i.length;s<c;s++){let i=o(this,s,t,e,n,r);i!=null&&(a==null||i.distance<a.distance)&&(a=i)}return a}intersectsGeometry(e,t){let n=!1,r=this._roots,i=this.indirect?sN:zM;for(let a=0,o=r.length;a<o&&(n=i(this,a,e,t),!n);a++);return n}shapecast(e){let t=eM.getPrimitive(),n=super.shapecast({...e,intersectsPrimitive:e.intersectsTriangle,scratchPrimitive:t,iterate:this.indirect?DM:SM});return eM.releasePrimitive(t),n}bvhcast(t,n,r){let{intersectsRanges:i,intersectsTriangles:a}=r,o=eM.getPrimitive(),s=this.geometry.index,c=this.geometry.attributes.position,l=this.indirect?e=>{let t=this.resolveTriangleIndex(e);yM(o,t*3,s,c)}:e=>{yM(o,e*3,s,c)},u=eM.getPrimitive(),d=t.geometry.index,f=t.geometry.attributes.position,p=t.indirect?e=>{let n=t.resolveTriangleIndex(e);yM(u,n*3,d,f)}:e=>{yM(u,e*3,d,f)};if(a){if(!(t instanceof e))throw Error(`MeshBVH: "intersectsTriangles" callback can only be used with another MeshBVH.`);let r=(e,t,r,i,s,c,d,f)=>{for(let m=r,h=r+i;m<h;m++){p(m),u.a.applyMatrix4(n),u.b.applyMatrix4(n),u.c.applyMatrix4(n),u.needsUpdate=!0;for(let n=e,r=e+t;n<r;n++)if(l(n),o.needsUpdate=!0,a(o,u,n,m,s,c,d,f))return!0}return!1};if(i){let e=i;i=function(t,n,i,a,o,s,c,l){return e(t,n,i,a,o,s,c,l)?!0:r(t,n,i,a,o,s,c,l)}}else i=r}return super.bvhcast(t,n,{intersectsRanges:i})}intersectsBox(e,t){return vN.set(e.min,e.max,t),vN.needsUpdate=!0,this.shapecast({intersectsBounds:e=>vN.intersectsBox(e),intersectsTriangle:e=>vN.intersectsTriangle(e)})}intersectsSphere(e){return this.shapecast({intersectsBounds:t=>e.intersectsBox(t),intersectsTriangle:t=>t.intersectsSphere(e)})}closestPointToGeometry(e,t,n={},r={},i=0,a=1/0){return(this.indirect?gN:JM)(this,e,t,n,r,i,a)}closestPointToPoint(e,t={},n=0,r=1/0){return rM(this,e,t,n,r)}},TN={indirect:!0,strategy:0},EN=2e5;function DN({V:e,F:t},n,r){if(t.length/3<EN)return r(new wN(n,TN)),()=>void 0;let i=new Worker(new URL(new URL(`tree.worker.js`,import.meta.url).href,``+import.meta.url),{type:`module`});return i.onmessage=({data:e})=>{i.terminate(),r(wN.deserialize(e,n,{setIndex:!1}))},i.onerror=e=>{throw Error(`The tree for picking could not be built: ${e.message}`)},i.postMessage({V:e,F:t}),()=>{i.terminate()}}var ON=class{model;geometry=new Yg;positions;tree=null;shape=null;stop;constructor(e){this.model=e,this.positions=new X(e.V.slice(),3),this.geometry.setAttribute(`position`,this.positions),this.geometry.setIndex(new X(e.F,1)),this.stop=DN(e,this.geometry,e=>{this.tree=e})}setFaces(e){this.geometry.setIndex(new X(e,1))}get ready(){return this.tree!==null}hit(e,t){if(!this.tree)return null;t!==this.shape&&(this.shape=t,this.positions.set(t),this.tree.refit());let n=new u_(new G(...e.origin),new G(...e.direction)),r=this.tree.raycastFirst(n,2);if(r?.faceIndex===void 0||r.faceIndex===null)return null;let i=[r.point.x,r.point.y,r.point.z];return{face:r.faceIndex,barycentric:this.barycentric(r.faceIndex,i,t),at:i}}dispose(){this.stop(),this.geometry.dispose()}barycentric(e,t,n){let[i,o,l]=[0,1,2].map(t=>c(n,this.model.F[3*e+t])),u=s(r(o,i),r(l,i)),d=a(u,u)||1,f=(e,n)=>Math.min(1,Math.max(0,a(u,s(r(e,t),r(n,t)))/d)),p=f(o,l),m=Math.min(1-p,f(l,i));return[p,m,1-p-m]}},kN=.06,AN=class{model;changed;ground=new Bk;scene=new ng;lights=new vA;markers=new CA;lattice=new gA;onion=new OA;body;picker;shadowStale=!0;replaced=null;radius=1;constructor(e,t,n){this.model=e,this.changed=n,this.picker=new ON(e),this.body=new jk(e,null),this.scene.add(this.lights.group,this.ground.mesh,this.markers.group,this.lattice.group,this.onion.group,this.body.group),this.place(t)}positions(){return this.body.positions()}pick(e){return this.picker.hit(e,this.body.positions())}get ready(){return this.picker.ready&&!this.body.busy}place({up:e,floor:t}){let n=Mn(this.model.V,t?.up??e);this.radius=n.radius,this.ground.place(n.at,n.radius,t?.height??n.floor,t?.up??e),this.ground.firm(t!==null),this.shadowStale=!0}follow(e,t){let n=this.body.rig!==e;if(n){let n=new jk(this.model,e,()=>{this.shadowStale=!0,this.changed()});if(!n.takes(t))return n.dispose(),!1;this.scene.remove(this.body.group),this.replaced?this.body.dispose():this.replaced=this.body,this.body=n,this.scene.add(n.group)}return this.body.pose(t),this.shadowStale=!0,n}setRest(e){this.body.setRest(e),this.shadowStale=!0}paint(e,t,n,r,i){this.ground.colour(e.line,e.shadow,e.strength),this.body.paint(e.clay,t,n,e.ice,i),this.body.showWire(r,e.wire)}see({light:e,hidden:t},n){this.lights.set(e),this.body.setMatcap(n),this.body.hide(t),this.picker.setFaces(tr(this.model,t)),this.shadowStale=!0}mark([e,...t],n){this.markers.set([...n?.discs??[],...e],...t),this.lattice.set(n)}showGhosts(e,t,n){e?this.onion.set(this.model,e,t,n):this.onion.clear()}restore(){this.shadowStale=!0}draw(e,t){this.shadowStale&&this.body.bare(()=>{this.ground.shade(e,this.body)}),this.shadowStale=!1,this.markers.scale(e.getPixelRatio(),kN*this.radius),this.lights.follow(t.three),e.render(this.scene,t.three),this.replaced?.dispose(),this.replaced=null}get shape(){return this.body}dispose(){this.replaced?.dispose();for(let e of[this.body,this.picker,this.ground,this.markers,this.lattice,this.onion,this.lights])e.dispose()}};function jN(){return Math.min(devicePixelRatio,2)}function MN(e){matchMedia(`(resolution: ${devicePixelRatio}dppx)`).addEventListener(`change`,()=>{e(),MN(e)},{once:!0})}var NN=400,PN=30,FN=class{times=[];tick(e){let t=this.times.at(-1);t!==void 0&&e-t>NN&&(this.times.length=0),this.times.push(e),this.times.length>PN&&this.times.shift()}get fps(){if(this.times.length<5)return null;let e=this.times[this.times.length-1]-this.times[0];return e>0?1e3*(this.times.length-1)/e:null}};function IN({rig:e,pose:t,beside:n}){let r={rig:RN(e,t),pose:t};return n?[r,n]:[r]}var LN=new WeakMap;function RN(e,t){if(!e||!t?.V||t.palette||t.points||!(e.influences??e.carry))return e;let n=LN.get(e)??{...e,influences:null,blend:null,carry:null};return LN.set(e,n),n}var zN=256,BN=160;function VN(e){let t=document.createElement(`canvas`);t.width=zN,t.height=BN;let n=t.getContext(`2d`),r=getComputedStyle(document.documentElement),i=n.createLinearGradient(0,0,0,BN);i.addColorStop(0,r.getPropertyValue(`--ground-top`).trim()),i.addColorStop(1,r.getPropertyValue(`--ground-bottom`).trim()),n.fillStyle=i,n.fillRect(0,0,zN,BN);let a=Math.min(e.width/zN,e.height/BN),[o,s]=[zN*a,BN*a];return n.drawImage(e,(e.width-o)/2,(e.height-s)/2,o,s,0,0,zN,BN),t.toDataURL(`image/jpeg`,.8)}var HN={repeat:zf,mirror:Vf,clamp:Bf},UN=class{surface;pictures;sources=new Map;made=[];channels;constructor(e,t){this.surface=e,this.pictures=t,this.channels=[...e.uv.keys()]}of({use:e,texture:t,uv:n,offset:r,turn:i,scale:a}){let{image:o,wrap:s,nearest:c}=this.surface.textures[t],l=this.source(o);if(!l)return null;let u=new hh;return u.source=l,u.flipY=!1,u.channel=this.channels.indexOf(n),[u.wrapS,u.wrapT]=s.map(e=>HN[e]??1e3),u.magFilter=c?Hf:Gf,u.minFilter=c?Wf:qf,u.colorSpace=e===`colour`||e===`emission`?cm:``,u.offset.set(...r),u.rotation=i,u.repeat.set(...a),u.needsUpdate=!0,this.made.push(u),u}dispose(){for(let e of this.made)e.dispose()}source(e){let t=this.pictures.get(e);if(!t)return null;let n=this.sources.get(e)??new dh(t);return this.sources.set(e,n),n}},WN=2*Math.PI/.008/12e3,GN=500,KN=class{last=0;step(e,t,n){let r=t-this.last;return this.last=t,n&&r<GN&&e.orbit(-WN*r,0),n}},qN=[[0,0],[1,0],[-1,0],[0,1],[0,-1]];function JN(e,t,n,o,s,l){let u=Math.max(1,Math.round(o.width)),d=Math.max(1,Math.round(o.height)),m=YN(e,t,n,u,d),h=t.positions(),g=i(b(o),-1);return s.filter(e=>{let t=c(h,e),{x:n,y:i}=f(o,t);return qN.some(([e,s])=>{let c=Math.floor(n)+e,f=d-1-Math.floor(i)+s;if(c<0||c>=u||f<0||f>=d)return!1;let h=p(o,{x:n,y:i,depth:2*XN(m,4*(f*u+c))-1});return a(r(t,h),g)<=l})})}function YN(e,t,n,r,i){let a=new vh(r,i,{minFilter:Hf,magFilter:Hf}),o=new yv({depthPacking:sm,side:2});t.skins(o);let s=new ng,c=t.group.parent;s.overrideMaterial=o,s.add(t.group),e.setRenderTarget(a),e.setClearColor(16777215,1),e.clear(),e.render(s,n.three);let l=new Uint8Array(4*r*i);return e.readRenderTargetPixels(a,0,0,r,i,l),e.setRenderTarget(null),e.setClearColor(0,0),c?.add(t.group),o.dispose(),a.dispose(),l}function XN(e,t){return e[t]/256+e[t+1]/65536+e[t+2]/16777216}var ZN=[.72,.35,-.35,-.72,0,1.1,-1.1],QN=.22,$N=.8,eP=5e3,tP=.22,nP=.01;function rP({document:e,up:t,rig:n}){return{up:t,floor:e.floor&&ae(n,`floor`)?e.floor:null}}function iP(e){return Sf.flatMap(t=>t[e]?.follows??[])}function aP(e){let{paint:t}=B(e.method);return typeof t!=`string`&&t.region?t.region(e):e.frozen}var oP=class{parent;store;camera=new XS;canvas;rate=new FN;near=null;ghost=null;renderer;listeners=new Set;resizing;panes=[];images=null;offered={pose:null,handles:null,ends:[]};frame=0;marksStale=!0;radius=1;matcap={name:null,texture:null};turntable=new KN;constructor(e,t){this.parent=e,this.store=t,this.renderer=new HS({antialias:!0,alpha:!0,powerPreference:`high-performance`}),this.renderer.outputColorSpace=cm,this.renderer.toneMapping=7,this.canvas=this.renderer.domElement,this.canvas.setAttribute(`role`,`img`),this.canvas.setAttribute(`aria-label`,`The model. Click on it to place a handle, drag a handle to pose it.`),this.canvas.tabIndex=0,e.append(this.canvas),this.resizing=new ResizeObserver(()=>{this.resize()}),this.resizing.observe(e),this.canvas.addEventListener(`webglcontextrestored`,()=>{this.panes.forEach(e=>{e.restore()}),this.recolour()}),MN(()=>{this.invalidate()}),this.resize(),this.watch()}get lens(){return this.camera.lens()}get busy(){return this.frame!==0||this.camera.moving||this.panes.some(e=>!e.ready)}shift(e){return e*this.parent.clientWidth/Math.max(1,this.panes.length)}paneAt(e){return+(this.panes.length>1&&e>=this.shift(1))}positions(e=0){return this.panes.at(e)?.positions()??null}offers(){let{state:e}=this.store,{model:t,rig:n,pose:r,document:i,gesture:a,playing:o,clip:s}=e;return!t||!n||!r||a||o||s||B(i.method).hidesHandles?.(e)?[]:((this.offered.pose!==r||this.offered.handles!==i.handles)&&(this.offered={pose:r,handles:i.handles,ends:FO(t,e,this.positions()??t.V)}),this.offered.ends)}pick(e){return this.panes.at(e.pane)?.pick(m(this.lens,e.x,e.y))??null}visible(e,t=0){let n=this.panes.at(t);return n?JN(this.renderer,n.shape,this.camera,this.lens,e,nP*this.radius):[]}point(e,t,n=0){(e!==this.near||t!==(this.ghost?.hit??null))&&(this.near=e,this.ghost=t&&{hit:t,pane:n},this.marksStale=!0,this.invalidate())}frameAll(e=!0){let t=this.positions();if(!t)return;let{at:n,radius:r}=Mn(t),{width:i,height:a}=this.lens;this.camera.frame(n,(i<a?1:$N)*r,{},e),this.invalidate()}frameOn(e){let{at:t,radius:n}=Mn(Float32Array.from(e.flat()));this.camera.frame(t,Math.max(n,tP*this.radius)),this.invalidate()}picture(){return this.panes.length===0?null:(this.draw(performance.now()),VN(this.canvas))}invalidate(){this.frame===0&&(this.frame=requestAnimationFrame(e=>{this.draw(e)}))}onFrame(e){this.listeners.add(e)}recolour(){this.paint(this.store.state),this.marksStale=!0,this.invalidate()}dispose(){cancelAnimationFrame(this.frame),this.resizing.disconnect(),this.clear(),this.renderer.dispose(),this.canvas.remove()}watch(){this.store.watch([`model`],e=>{this.open(e)}),this.store.watch([`beside`],e=>{this.split(e)}),this.store.watch([`pose`,`beside`],e=>{this.follow(e)}),this.store.watch([`ghosts`,`theme`,`systemDark`],({ghosts:e,rig:t})=>{let{before:n,after:r}=uo();this.panes.at(0)?.showGhosts(t,e,[n,r]),this.invalidate()}),this.store.watch([`overlay`,`partNear`,`wire`,`clay`,`pictures`,`tool`,`painting`,`regions`,`partSelection`,`rig`,`seen`,...iP(`colours`)],e=>{this.paint(e)}),this.store.watch(iP(`rest`),e=>{this.rest(e),e.model&&this.frameAll()});let e=[];this.store.watch([`document`,`selection`,`pose`,`beside`,`overlay`,`playing`,`clip`,`trails`,...iP(`rest`),...iP(`lattice`)],t=>{let{document:n}=t,r=[n.method,aP(n),...B(n.method).colours?.within?.(n)??[]];r.some((t,n)=>t!==e[n])&&this.paint(t),e=r,this.marksStale=!0,this.invalidate()}),this.store.watch([`up`],e=>{this.turn(e)});let t=null;this.store.watch([`document`,`rig`],e=>{let n=rP(e).floor;n!==t&&this.lay(e),t=n}),this.store.watch([`turntable`],()=>{this.invalidate()}),this.canvas.addEventListener(`pointerdown`,()=>{this.store.state.turntable&&this.store.set({turntable:!1})},{capture:!0}),this.store.watch([`perspective`],e=>{this.camera.setPerspective(e.perspective),this.invalidate()})}open(e){if(this.clear(),e.model){let t=Mn(e.model.V);this.radius=t.radius,this.camera.keep(t.radius),this.panes=[this.pane(e.model,e)],this.resize(),this.lookAtHandle(e)}this.recolour()}pane(e,t){return new AN(e,rP(t),()=>{this.invalidate()})}lay(e){for(let t of this.panes)t.place(rP(e));this.recolour()}turn(e){this.camera.setUp(e.up),this.lay(e),e.model&&this.lookAtHandle(e),this.invalidate()}split(e){let{model:t,beside:n}=e;if(!t||this.panes.length===0)return;let r=n?2:1;this.panes.length!==r&&(n?this.panes.push(this.pane(t,e)):this.panes.pop()?.dispose(),this.resize(),this.frameAll(!1),this.recolour())}lookAtHandle(e){let{at:t,radius:n}=Mn(e.model.V),i=e.document.handles.find(e=>!e.pinned)?.target,{V:a,start:{azimuth:s,toward:c}}=e.model,l=[...Nn(a,eP),...c],u=e=>{let a={azimuth:s+e,elevation:QN};if(this.camera.frame(t,$N*n,a,!1),this.camera.show(l,a),!i)return!0;let{x:c,y:u}=f(this.lens,i),d=this.pick({x:c,y:u,pane:0});return!d||o(r(d.at,i))<.05*n};ZN.some(u)||u(ZN[0])}follow(e){IN(e).forEach(({rig:t,pose:n},r)=>{t&&n&&this.panes.at(r)?.follow(t,n)&&(this.paint(e),this.rest(e))}),this.invalidate()}rest(e){let t=B(e.document.method).rest?.of(e)??null;this.panes.forEach((e,n)=>{e.setRest(n===0?t:null)}),this.marksStale=!0,this.invalidate()}clear(){for(let e of this.panes)e.dispose();this.panes=[],this.images?.dispose(),this.images=null}textures(){let{state:e}=this.store;return!Vt(e)||!e.model?.surface?null:(this.images??=new UN(e.model.surface,e.pictures),this.images)}see({seen:e}){this.camera.setLens(e.lens),e.matcap!==this.matcap.name&&(this.matcap.texture?.dispose(),this.matcap={name:e.matcap,texture:e.matcap&&RO(e.matcap)});for(let t of this.panes)t.see(e,this.matcap.texture);this.marksStale=!0}paint(e){this.see(e);let t=uo();this.panes.forEach((n,r)=>{let{paint:i,colours:a}=B(e.document.method),o=Vt(e)&&a?.resting?.(e)?null:a?.of(e)??null,s=Lt(e,aP(e.document)),c=(typeof i!=`string`&&i.region?e.painting:null)??(s?mt(s,n.model.V.length/3):null);n.paint(t,r===0?kk(e.overlay,e.partNear)??o:o,c,e.wire,this.textures())}),this.invalidate()}resize(){let{clientWidth:e,clientHeight:t}=this.parent;e!==0&&t!==0&&(this.renderer.setPixelRatio(jN()),this.renderer.setSize(e,t),this.camera.resize(e/Math.max(1,this.panes.length),t),this.marksStale=!0,this.invalidate())}draw(e){this.frame=0,this.renderer.getPixelRatio()!==jN()&&this.resize(),this.camera.tick(e)&&this.invalidate();let t=this.store.state;this.turntable.step(this.camera,e,t.turntable&&this.panes.length>0)&&this.invalidate();let n=this.lens,r=IN(t);this.panes.length===0&&this.renderer.clear(),this.renderer.setScissorTest(this.panes.length>1),this.panes.forEach((e,i)=>{let a=this.ghost?.pane===i?this.ghost.hit:null;if(this.marksStale){let o=uo(),{rig:s,pose:c}=r[i]??{rig:null,pose:null},[l,...u]=ek(t,{rig:s,pose:c},i===0?t.overlay:null,this.near,a,o,n),d=i===0?this.offers().map(({at:e})=>$O(e,o)):[];e.mark([[...d,...l],...u],s&&(B(s.method).lattice?.of(t,s,c,o)??null))}let o=[this.shift(i),0,n.width,n.height];this.renderer.setViewport(...o),this.renderer.setScissor(...o),e.draw(this.renderer,this.camera)}),this.marksStale=!1,this.rate.tick(e);for(let e of this.listeners)e(n)}},sP=160,cP=120,lP=class{camera=new XS;renderer=null;last=null;constructor(){this.camera.resize(sP,cP)}draw(e,t,n,r){let i=this.renderer??=uP(),a=new jk(e,null);a.place(t);let o=new vA,s=new ng;this.camera.keep(Mn(t).radius),this.camera.setUp(n),this.camera.enclose(t,{azimuth:.72,elevation:.22}),o.follow(this.camera.three),a.paint(uo().clay,null,null,uo().ice,r),s.add(a.group,o.group),i.render(s,this.camera.three);let c=i.domElement.toDataURL(`image/png`);return this.last?.dispose(),this.last=a,o.dispose(),c}dispose(){this.last?.dispose(),this.renderer?.dispose()}};function uP(){let e=new HS({antialias:!0,alpha:!0});return e.toneMapping=7,e.setPixelRatio(1),e.setSize(sP,cP),e}var dP=`pliant.token`;function fP(e){let t=new URLSearchParams(e.location.search),n=t.get(`token`);try{if(n===null)return e.sessionStorage.getItem(dP)??``;e.sessionStorage.setItem(dP,n)}catch{return n??``}t.delete(`token`);let r=t.size?`?${t.toString()}`:``;return e.history.replaceState(e.history.state,``,e.location.pathname+r+e.location.hash),n}var pP=500,mP=`pliant.clay`,hP=`pliant.keys`,gP=`pliant.scale`;function _P(e){let t=fP(window),n=new Ot({...Lf,...xP()}),r=new uD(n,t);SP(n),xT(n);let i=w(`main`,{class:`viewport`}),a=w(`h1`,{class:`unseen`});e.append(i);let o=new oP(i,n),s={studio:r,stage:o},c=new NO(s),l=new lP;r.thumbnail=e=>l.draw(n.state.model,e,n.state.up,o.textures());let u=kw(s),d=Sf.flatMap(e=>e.overlay?[e.overlay(s)]:[]);i.prepend(a,nT(s)),i.append(VT(s),lO(s),...d,Aw(s),Zw(s),zT(s),Ww(s),w(`div`,{class:`corner`},te(s),LT(s,c)),w(`div`,{class:`notices`},Yw(s),qw(s),Jw(s),Uw(s))),e.append(nE(s,c),IT(s,c),u,AC(s,c,u),nO(s,c),lT(s),fE(s),PC(s),SC(s,c),lE(s)),vE(s,e),vP(o.canvas,e),yP(r),bP(r),xc(s,c),pl(s),fD(r),r.camera={gaze:()=>o.camera.gaze,restore:e=>{o.camera.restore(e),o.invalidate()}},EE(s),OE(s),n.watch([`model`,`panels`],({model:t,panels:n})=>{e.classList.toggle(`bare`,t===null||!n),a.textContent=t?.name??``,a.hidden=t===null,document.title=t?`${t.name} · Pliant`:`Pliant`}),n.watch([`theme`,`systemDark`],()=>{o.recolour()}),setInterval(()=>{o.rate.fps!==n.state.fps&&n.set({fps:o.rate.fps})},pP),C(s),r.socket.connect()}function vP(e,t){e.addEventListener(`pointerdown`,()=>{t.classList.add(`dragging`)});for(let e of[`pointerup`,`pointercancel`,`blur`])window.addEventListener(e,()=>{t.classList.remove(`dragging`)})}function yP({store:e,socket:t}){let n=e=>`pliant.up.${e}`,r={name:null,up:e.state.up};e.watch([`model`,`up`],({model:i,up:a,thumbnails:o,document:s})=>{let c=i?.name??null,l=r;if(r={name:c,up:a},c!==l.name){let t=c===null?null:localStorage.getItem(n(c));e.set({up:s.floor?.up??(t===`y`||t===`z`?t:i?.start.up)??`y`})}else if(c!==null&&a!==l.up){if(localStorage.setItem(n(c),a),o.size===0)return;e.set({thumbnails:new Map}),t.send({type:`WantExample`,index:0})}})}function bP({store:e,socket:t}){let n=Vt(e.state);e.watch([`clay`,`pictures`,`model`],r=>{sessionStorage.setItem(mP,String(r.clay));let i=n;n=Vt(r),n!==i&&r.thumbnails.size!==0&&(e.set({thumbnails:new Map}),t.send({type:`WantExample`,index:0}))})}function xP(){let e=localStorage.getItem(`pliant.theme`),t=localStorage.getItem(`pliant.preset`);return{...e===`light`||e===`dark`?{theme:e}:{},clay:sessionStorage.getItem(mP)===`true`,...t===`maya`?{preset:t}:{},keymap:hc(localStorage.getItem(hP)),uiScale:Pt(localStorage.getItem(gP))}}function SP(e){let t=matchMedia(`(prefers-color-scheme: dark)`);e.set({systemDark:t.matches}),e.watch([`theme`,`systemDark`],e=>{document.documentElement.dataset.theme=It(e)?`dark`:`light`}),e.watch([`theme`,`preset`,`keymap`,`uiScale`],({theme:e,preset:t,keymap:n,uiScale:r})=>{e!==`auto`&&localStorage.setItem(`pliant.theme`,e),localStorage.setItem(`pliant.preset`,t),localStorage.setItem(hP,JSON.stringify(n)),localStorage.setItem(gP,String(r))}),t.addEventListener(`change`,()=>{e.set({theme:`auto`,systemDark:t.matches})})}_P(document.getElementById(`studio`));