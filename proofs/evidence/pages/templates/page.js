'use strict';
const at=id=>document.getElementById(id);
const all=(selector,within=document)=>[...within.querySelectorAll(selector)];

// Filter: each control of the form that is named as a datum of the claims, and a part of a label.
const form=at('filter'),claims=all('[data-label]');
const fits=claim=>all('select',form).every(s=>!s.value||claim.dataset[s.name]===s.value)
  &&claim.dataset.label.toLowerCase().includes(form.elements.label.value.trim().toLowerCase());
const show=()=>{
  let shown=0;
  for(const claim of claims){claim.hidden=!fits(claim);shown+=!claim.hidden}
  for(const group of all('[data-group]'))group.hidden=!group.querySelector('[data-label]:not([hidden])');
  at('count').textContent=shown+' of '+claims.length+' shown; what is shown is printed';
};
if(form){
  form.hidden=false;
  form.addEventListener('input',show);
  form.addEventListener('submit',e=>e.preventDefault());
  form.addEventListener('reset',()=>setTimeout(show));
  form.elements.open.addEventListener('click',()=>{
    const shown=claims.filter(c=>!c.hidden),open=!shown.every(c=>c.open);
    for(const claim of shown)claim.open=open;
    form.elements.open.textContent=open?'Close all shown':'Open all shown';
  });
  show();
}

// A link to something folded, or filtered out, shows it.
const reveal=()=>{
  let id='';
  try{id=decodeURIComponent(location.hash.slice(1))}catch{return}
  const target=id&&at(id);
  if(!target)return;
  if(form&&target.closest('[hidden]')){form.reset();show()}
  for(let e=target;e;e=e.parentElement)if(e.tagName==='DETAILS')e.open=true;
  target.scrollIntoView();
};
addEventListener('hashchange',reveal);
reveal();

// Find in the document: a line by its number, what leads to a label, or any text; and what has a mark.
const find=at('find'),marked=new Map();
for(const place of all('a.said'))marked.set(place.hash,[...marked.get(place.hash)||[],place]);
const saids=all('article[data-said]').map(a=>[a,marked.get('#'+a.id)||[]]);
let hits=[],turn=-1;
const fitting=()=>{
  const what=find.elements.what.value.trim().toLowerCase(),mark=find.elements.mark.value;
  if(!what&&!mark)return [];
  return saids.filter(([a,places])=>{
    const labels=a.dataset.said.toLowerCase().split(' ');
    const said=labels.includes(what)||places.map(p=>p.textContent).join('').toLowerCase().includes(what)
      ||labels.some(l=>what&&l.startsWith(what)&&isNaN(what));
    return said&&(!mark||a.dataset.mark===mark);
  });
};
const search=()=>{
  for(const [,places] of saids)for(const p of places)p.classList.remove('hit');
  const what=find.elements.what.value.trim(),line=/^[0-9]+$/.test(what)&&at('L'+what);
  hits=fitting();turn=-1;
  for(const [,places] of hits)for(const p of places)p.classList.add('hit');
  if(line)line.scrollIntoView({block:'center'});else next();
  at('found').textContent=what||find.elements.mark.value?hits.length+' found'+(line?', line '+what+' shown':''):'';
};
const next=()=>{
  if(!hits.length)return;
  turn=(turn+1)%hits.length;
  const place=hits[turn][1][0];
  if(place)place.scrollIntoView({block:'center'});
};
if(find){
  find.hidden=false;
  find.addEventListener('submit',e=>{e.preventDefault();next()});
  find.addEventListener('input',search);
  find.elements.next.addEventListener('click',next);
}

// Times: measured.json is a file beside this one, which the reader opens; nothing is asked of any network.
const SCHEMA='maxpool/evidence-measured/1',LARGEST=50e6;
const places=all('[data-time],[data-took],[data-tests],#machine').map(e=>[e,e.textContent]);
const isObject=value=>typeof value==='object'&&value!==null&&!Array.isArray(value);
const isTime=value=>typeof value==='number'&&Number.isFinite(value)&&value>=0;
const seconds=n=>(n<0.1?n.toFixed(4):n.toFixed(2))+' s';
const plain=value=>String(value).replace(/[\p{Cc}\p{Cf}]/gu,'\uFFFD').slice(0,100);

const measuredOf=text=>{
  let found;
  try{found=JSON.parse(text)}catch{throw Error('it is not JSON')}
  if(!isObject(found)||found.schema!==SCHEMA)throw Error('it is not a document of the schema '+SCHEMA);
  if(found.measured===null)throw Error('the package was built without times');
  if(!isObject(found.measured)||!isObject(found.measured.decisions))throw Error('it contains no times');
  return found;
};
// Keys are a label, or a label and one of its routes.
const timesOf=decisions=>{
  const times=new Map();
  for(const [key,value] of Object.entries(decisions)){
    if(!isTime(value))continue;
    const [label,route]=key.split(': ',2);
    const time=times.get(label)||{whole:null,routes:[]};
    if(route===undefined)time.whole=value;else time.routes.push(plain(route)+' '+seconds(value));
    times.set(label,time);
  }
  return times;
};
const secondsByFile=tests=>{
  const sums=new Map();
  for(const [name,value] of Object.entries(isObject(tests)?tests:{})){
    const file=name.split('::',1)[0];
    if(isTime(value))sums.set(file,(sums.get(file)||0)+value);
  }
  return sums;
};
const machineOf=(found,{made,system,release,architecture,python,check})=>[
  made&&'made '+plain(made),
  [system,release,architecture].filter(Boolean).map(plain).join(' '),
  python&&'Python '+plain(python),
  isTime(check)&&'all decisions in '+seconds(check),
  'of the argument '+plain(found.argument)+', which must be the one that maxpool evidence verify prints',
].filter(Boolean).join('; ');
const fill=text=>{
  const found=measuredOf(text),{measured}=found;
  const times=timesOf(measured.decisions),files=secondsByFile(measured.tests);
  let filled=0;
  for(const [place] of places){
    const {verdict,label}=(place.closest('[data-label]')||place).dataset,time=times.get(label);
    const whole=time&&time.whole!==null;
    if(place.id==='machine')place.textContent=machineOf(found,measured);
    else if('tests' in place.dataset){
      if(files.has(place.dataset.tests))place.textContent=seconds(files.get(place.dataset.tests));
    }
    else if('took' in place.dataset)place.textContent=whole?'in '+seconds(time.whole):'';
    else if(!place.dataset.time)continue;
    else if(!time)place.textContent='none in this measured.json';
    else{
      place.textContent=[whole&&verdict+' in '+seconds(time.whole),...time.routes].filter(Boolean).join('; ');
      filled++;
    }
  }
  const asked=places.filter(([place])=>place.dataset.time).length;
  return 'Times of '+filled+' of '+asked+' obligations are filled in.';
};
const picker=at('measured');
if(picker){
  picker.form.hidden=false;
  picker.form.addEventListener('submit',e=>e.preventDefault());
  picker.addEventListener('change',()=>{
    const file=picker.files[0],say=text=>{at('measured-said').textContent=text};
    for(const [place,before] of places)place.textContent=before;
    if(!file){say('');return}
    const refuse=why=>say('Not taken, no times are shown: '+plain(file.name)+': '+why+'.');
    if(file.size>LARGEST){refuse('it is too large');return}
    const reader=new FileReader();
    reader.onerror=()=>refuse('it cannot be read');
    reader.onload=()=>{
      try{say(fill(reader.result))}
      catch(error){for(const [place,before] of places)place.textContent=before;refuse(plain(error.message))}
    };
    reader.readAsText(file);
  });
}
