/// The page that ``DependencyGraph/html`` shows a graph with: its text before and after the graph.
enum DependencyGraphPage {
    /// The text of the whole page, with a graph in JSON.
    static func text(of graph: String) -> String { head + graph + tail }

    private static let head = #"""
        <!doctype html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <title>Services</title>
        <style>
        :root { color-scheme: light dark; --bg: #fafaf7; --panel: #fff; --ink: #22221f; --soft: #6b6b63; --line: #dededa;
          --edge: #a9a99f; --node: #f0f0ec; --kept: #dcebf7; --keptline: #3a6ea5; --accent: #0b63c5; --fault: #c62828; }
        @media (prefers-color-scheme: dark) { :root { --bg: #17181a; --panel: #1f2123; --ink: #e7e7e3; --soft: #9c9c94;
          --line: #33363a; --edge: #5d6066; --node: #2a2c2f; --kept: #1d3348; --keptline: #6ea8df; --accent: #6db1ff;
          --fault: #ff6b60; } }
        * { box-sizing: border-box; }
        body { margin: 0; height: 100vh; display: grid; grid-template-columns: 18rem 1fr; background: var(--bg);
          color: var(--ink); font: 14px/1.4 system-ui, -apple-system, "Segoe UI", sans-serif; }
        aside { display: flex; flex-direction: column; min-height: 0; background: var(--panel);
          border-right: 1px solid var(--line); }
        header { padding: .75rem; border-bottom: 1px solid var(--line); }
        input[type=search] { width: 100%; padding: .4rem .6rem; font: inherit; color: inherit; background: var(--bg);
          border: 1px solid var(--line); border-radius: 6px; }
        #scopes { display: flex; flex-wrap: wrap; gap: .3rem; margin-top: .5rem; }
        #scopes button { font: inherit; font-size: 12px; padding: .1rem .5rem; border-radius: 99px; cursor: pointer;
          border: 1px solid var(--line); background: none; color: var(--soft); }
        #scopes button[aria-pressed=true] { border-color: var(--accent); color: var(--accent); }
        #count { margin-top: .5rem; font-size: 12px; color: var(--soft); }
        #list { flex: 1; overflow: auto; margin: 0; padding: .3rem; list-style: none; }
        #list button, #detail button { display: block; width: 100%; text-align: left; font: inherit; color: inherit;
          background: none; border: 0; border-radius: 5px; padding: .2rem .5rem; cursor: pointer; overflow: hidden;
          text-overflow: ellipsis; white-space: nowrap; }
        #list button:hover, #detail button:hover { background: var(--node); }
        #list button[aria-current=true] { background: var(--accent); color: var(--panel); }
        #list button.faulty::after { content: " ●"; color: var(--fault); }
        main { position: relative; min-width: 0; min-height: 0; }
        svg { display: block; width: 100%; height: 100%; cursor: grab; }
        svg rect { fill: var(--node); stroke: var(--edge); }
        svg .kept rect { fill: var(--kept); stroke: var(--keptline); }
        svg .missing rect { stroke: var(--fault); stroke-dasharray: 4 3; }
        svg .missing text { fill: var(--fault); }
        svg .node { cursor: pointer; }
        svg .node:focus { outline: none; }
        svg .node:focus rect { stroke: var(--accent); stroke-width: 2; }
        svg .selected rect { stroke: var(--accent); stroke-width: 3; }
        svg text { fill: var(--ink); font-size: 12px; pointer-events: none; }
        svg text.scope { fill: var(--soft); font-size: 10px; }
        svg path.edge { fill: none; stroke: var(--edge); stroke-width: 1.2; }
        svg path.lazy { stroke-dasharray: 4 3; }
        svg path.near { stroke: var(--accent); stroke-width: 2; }
        svg path.fault { stroke: var(--fault); stroke-width: 2.2; }
        svg .dim { opacity: .15; }
        #detail { position: absolute; right: 1rem; top: 1rem; width: 19rem; max-height: calc(100% - 2rem); overflow: auto;
          padding: .9rem; background: var(--panel); border: 1px solid var(--line); border-radius: 10px;
          box-shadow: 0 6px 24px #0002; }
        #detail[hidden] { display: none; }
        #detail h1 { margin: 0 0 .3rem; font-size: 16px; overflow-wrap: anywhere; }
        #detail h2 { margin: .8rem 0 .2rem; font-size: 12px; color: var(--soft); }
        #detail p { margin: 0; font-size: 12px; color: var(--soft); overflow-wrap: anywhere; }
        #detail em { color: var(--soft); font-size: 11px; }
        #detail em.fault { color: var(--fault); }
        #keys { position: absolute; left: 1rem; bottom: .8rem; font-size: 12px; color: var(--soft); pointer-events: none; }
        kbd { border: 1px solid var(--line); border-radius: 4px; padding: 0 .3rem; background: var(--panel); font: inherit; }
        @media (max-width: 700px) { body { grid-template-columns: 1fr; grid-template-rows: 40vh 1fr; } }
        </style>
        </head>
        <body>
        <aside>
        <header>
        <input id="search" type="search" placeholder="Search services" aria-label="Search services" autocomplete="off">
        <div id="scopes" role="group" aria-label="Scopes"></div>
        <div id="count" role="status"></div>
        </header>
        <ul id="list" aria-label="Services"></ul>
        </aside>
        <main>
        <svg role="img" aria-label="Dependency graph"><defs>
        <marker id="arrow" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto-start-reverse">
        <path d="M0 0 8 4 0 8z" fill="context-stroke"/></marker></defs><g id="view"></g></svg>
        <section id="detail" hidden aria-live="polite"></section>
        <div id="keys"><kbd>/</kbd> search &ensp; <kbd>↑</kbd> <kbd>↓</kbd> next service &ensp; <kbd>Esc</kbd> all services
        &ensp; <kbd>+</kbd> <kbd>−</kbd> zoom</div>
        </main>
        <script>
        "use strict";
        const graph = 
        """#

    private static let tail = #"""
        ;
        const byID = new Map(graph.nodes.map(node => [node.id, node]));
        for (const node of graph.nodes) { node.out = []; node.in = []; }
        for (const edge of graph.edges) { byID.get(edge.from).out.push(edge); byID.get(edge.to).in.push(edge); }
        const scopes = [...new Set(graph.nodes.map(node => node.scope).filter(scope => scope))].sort();
        const chosen = new Set();
        let selected = null, query = "", shown = [], box = null, size = null;
        const find = selector => document.querySelector(selector);
        const list = find("#list"), detail = find("#detail"), view = find("#view");
        const svg = find("svg"), search = find("#search");

        function make(tag, attributes, ...children) {
          const inSVG = ["g", "rect", "text", "path", "title"].includes(tag);
          const element = inSVG ? document.createElementNS("http://www.w3.org/2000/svg", tag) : document.createElement(tag);
          for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
          element.append(...children);
          return element;
        }
        const isKept = node => node.scope && !["unique", "graph"].includes(node.scope) && node.kind !== "alias";
        const isFaulty = node => node.kind === "missing" || [...node.in, ...node.out].some(edge => edge.fault);
        const isFound = node => !query || node.key.toLowerCase().includes(query);
        const matches = node => isFound(node) && (!chosen.size || chosen.has(node.scope));

        // The services that a service needs, or that need it, however far away.
        function reach(node, direction, end) {
          const found = new Set([node.id]), queue = [node];
          while (queue.length) for (const edge of queue.pop()[direction])
            if (!found.has(edge[end])) { found.add(edge[end]); queue.push(byID.get(edge[end])); }
          return found;
        }

        // Layers by the longest path from a service that nothing needs; edges back into a circle do not count.
        function layout(nodes) {
          const ids = new Set(nodes.map(node => node.id)), state = new Map(), order = [], back = new Set();
          for (const root of nodes) {
            if (state.has(root.id)) continue;
            const stack = [[root, 0]];
            state.set(root.id, 1);
            while (stack.length) {
              const top = stack[stack.length - 1], edge = top[0].out[top[1]++];
              if (!edge) { state.set(top[0].id, 2); order.push(top[0]); stack.pop(); continue; }
              if (!ids.has(edge.to)) continue;
              if (!state.has(edge.to)) { state.set(edge.to, 1); stack.push([byID.get(edge.to), 0]); }
              else if (state.get(edge.to) === 1) back.add(edge);
            }
          }
          order.reverse();
          const inner = graph.edges.filter(edge => ids.has(edge.from) && ids.has(edge.to) && !back.has(edge));
          const rank = new Map(nodes.map(node => [node.id, 0]));
          for (const node of order) for (const edge of node.out)
            if (ids.has(edge.to) && !back.has(edge)) rank.set(edge.to, Math.max(rank.get(edge.to), rank.get(node.id) + 1));
          // A service that needs others stands right before the nearest of them.
          for (const node of [...order].reverse()) {
            const below = node.out.filter(edge => ids.has(edge.to) && !back.has(edge)).map(edge => rank.get(edge.to));
            if (below.length) rank.set(node.id, Math.max(rank.get(node.id), Math.min(...below) - 1));
          }
          const isInner = edge => ids.has(edge.from) && ids.has(edge.to);
          const lone = nodes.filter(node => ![...node.in, ...node.out].some(isInner));
          const layers = [];
          for (const node of order) if (!lone.includes(node)) (layers[rank.get(node.id)] ??= []).push(node);
          for (let index = 0; index < layers.length; index++) layers[index] ??= [];
          const place = new Map();
          layers.forEach(layer => layer.forEach((node, index) => place.set(node.id, index / layer.length)));
          const sorted = (layer, key, end) => {
            const middle = new Map(layer.map(node => {
              const near = node[key].map(edge => place.get(edge[end])).filter(value => value !== undefined);
              const sum = near.reduce((sum, value) => sum + value, 0);
              return [node.id, near.length ? sum / near.length : place.get(node.id)];
            }));
            layer.sort((a, b) => middle.get(a.id) - middle.get(b.id));
            layer.forEach((node, index) => place.set(node.id, (index + .5) / layer.length));
          };
          for (let pass = 0; pass < 12; pass++) {
            for (const layer of layers) sorted(layer, "in", "from");
            for (const layer of [...layers].reverse()) sorted(layer, "out", "to");
          }
          // Tall layers take several columns, so that the picture stays about as wide as it is high.
          const rows = Math.max(8, Math.ceil(Math.sqrt(nodes.length) * 1.5));
          const height = 44, gap = 14, columnGap = 80;
          let x = 0;
          const columns = [];
          for (const layer of layers) {
            const parts = Math.ceil(layer.length / rows);
            for (let part = 0; part < parts; part++)
              columns.push([layer.filter((_, index) => index % parts === part), part < parts - 1]);
          }
          const tallest = Math.max(1, ...columns.map(column => column[0].length)) * (height + gap);
          for (const [column, isSplit] of columns) {
            const width = Math.max(...column.map(node => Math.min(230, 24 + node.key.length * 7)));
            const top = (tallest - column.length * (height + gap)) / 2;
            column.forEach((node, index) =>
              Object.assign(node, { x, y: top + index * (height + gap) + (isSplit ? 12 : 0), width, height }));
            x += width + (isSplit ? 30 : columnGap);
          }
          const wide = Math.max(4, Math.floor(Math.max(x, 900) / 210));
          const below = columns.length ? tallest + 40 : 0;
          lone.forEach((node, index) => Object.assign(node, { x: index % wide * 210, width: 190, height,
            y: below + Math.floor(index / wide) * (height + gap) }));
          return [inner.concat([...back]), nodes];
        }

        const cut = (text, width) => text.length * 7 > width - 16 ? text.slice(0, Math.floor((width - 24) / 7)) + "…" : text;

        function draw() {
          const node = selected && byID.get(selected);
          const near = node && new Set([...reach(node, "out", "to"), ...reach(node, "in", "from")]);
          shown = graph.nodes.filter(matches);
          const drawn = near ? graph.nodes.filter(node => near.has(node.id)) : graph.nodes;
          const [edges] = layout(drawn);
          view.replaceChildren();
          const dim = new Set(near ? [] : graph.nodes.filter(node => !matches(node)).map(node => node.id));
          for (const edge of edges) {
            const from = byID.get(edge.from), to = byID.get(edge.to), isBack = from.x >= to.x;
            const [x1, y1] = [from.x + (isBack && from === to ? from.width / 2 : from.width), from.y + from.height / 2];
            const [x2, y2] = [isBack && from.x !== to.x ? to.x + to.width : to.x, to.y + to.height / 2];
            const bend = isBack ? 70 : Math.max(30, (x2 - x1) / 2);
            const curve = `C${x1 + bend} ${y1} ${isBack ? x2 + bend : x2 - bend} ${y2} ${x2} ${y2}`;
            const path = make("path", { d: `M${x1} ${y1}${curve}`,
              "marker-end": "url(#arrow)", class: ["edge", edge.kind, edge.fault ? "fault" : "",
                selected && (edge.from === selected || edge.to === selected) ? "near" : "",
                dim.has(edge.from) || dim.has(edge.to) ? "dim" : ""].join(" ") });
            path.append(make("title", {}, `${edge.from} → ${edge.to} (${edge.kind}${edge.fault ? ", " + edge.fault : ""})`));
            view.append(path);
          }
          for (const node of drawn) {
            const kind = [isKept(node) ? "kept" : "", node.kind === "missing" ? "missing" : "",
              node.id === selected ? "selected" : "", dim.has(node.id) ? "dim" : ""].join(" ");
            const group = make("g", { class: "node " + kind, transform: `translate(${node.x} ${node.y})`, tabindex: -1,
              "data-id": node.id }, make("title", {}, node.id),
              make("rect", { width: node.width, height: node.height, rx: isKept(node) ? 14 : 5 }),
              make("text", { x: 10, y: 19 }, cut(node.id, node.width)),
              make("text", { x: 10, y: 34, class: "scope" }, node.kind === "missing" ? "not registered" :
                node.kind === "factory" ? node.scope : node.kind === "alias" ? "alias" : node.kind + ", " + node.scope));
            group.addEventListener("click", event => { if (!moved) select(node.id); event.stopPropagation(); });
            view.append(group);
          }
          const right = Math.max(200, ...drawn.map(node => node.x + node.width));
          const bottom = Math.max(100, ...drawn.map(node => node.y + node.height));
          size = { x: -30, y: -30, width: right + 60, height: bottom + 60 };
          fit(near);
          drawList();
          drawDetail(node);
        }

        function fit(leavesRoom) {
          const { clientWidth: width, clientHeight: height } = svg;
          const room = leavesRoom ? Math.min(340, width / 3) : 0;
          const scale = Math.min((width - room) / size.width, height / size.height, 1.4);
          const [w, h] = [width / scale, height / scale];
          const x = size.x - ((width - room) / scale - size.width) / 2;
          box = { x, y: size.y - (h - size.height) / 2, width: w, height: h };
          look();
        }
        const look = () => svg.setAttribute("viewBox", `${box.x} ${box.y} ${box.width} ${box.height}`);
        function zoom(factor, x = .5, y = .5) {
          box = { x: box.x + box.width * (1 - factor) * x, y: box.y + box.height * (1 - factor) * y,
            width: box.width * factor, height: box.height * factor };
          look();
        }

        function drawList() {
          const sorted = [...shown].sort((a, b) => a.id.localeCompare(b.id));
          list.replaceChildren(...sorted.map(node => {
            const button = make("button", { title: node.id, "data-id": node.id, "aria-current": node.id === selected,
              class: isFaulty(node) ? "faulty" : "" }, node.id);
            button.addEventListener("click", () => select(node.id));
            return make("li", {}, button);
          }));
          const missing = graph.nodes.filter(node => node.kind === "missing");
          const faults = graph.edges.filter(edge => edge.fault).length + missing.length;
          find("#count").textContent = `${shown.length} of ${graph.nodes.length} services` + (faults ? `, ${faults} faults` : "");
          list.querySelector("[aria-current=true]")?.scrollIntoView({ block: "nearest" });
        }

        function drawDetail(node) {
          detail.hidden = !node;
          if (!node) return;
          const links = (title, edges, end) => !edges.length ? [] : [make("h2", {}, `${title} (${edges.length})`),
            ...edges.map(edge => {
              const note = edge.fault ?? (edge.kind === "eager" ? "" : edge.kind);
              const button = make("button", { "data-id": edge[end], title: edge[end] }, edge[end] + " ",
                make("em", { class: edge.fault ? "fault" : "" }, note));
              button.addEventListener("click", () => select(edge[end]));
              return button;
            })];
          detail.replaceChildren(make("h1", {}, node.id),
            make("p", {}, [node.kind, node.scope].filter(text => text).join(", ")), make("p", {}, node.location ?? ""),
            ...links("Depends on", node.out, "to"), ...links("Needed by", node.in, "from"));
        }

        function select(id) {
          selected = id;
          history.replaceState(null, "", id === null ? location.pathname + location.search : "#" + encodeURIComponent(id));
          draw();
        }
        function step(distance) {
          const ids = [...list.querySelectorAll("button")].map(button => button.dataset.id);
          if (!ids.length) return;
          const index = ids.indexOf(selected);
          select(ids[index < 0 ? (distance > 0 ? 0 : ids.length - 1) : (index + distance + ids.length) % ids.length]);
        }

        for (const scope of scopes) {
          const button = make("button", { "aria-pressed": false, "data-scope": scope }, scope);
          button.addEventListener("click", () => {
            if (!chosen.delete(scope)) chosen.add(scope);
            button.setAttribute("aria-pressed", chosen.has(scope));
            draw();
          });
          find("#scopes").append(button);
        }
        search.addEventListener("input", () => { query = search.value.trim().toLowerCase(); selected = null; draw(); });
        document.addEventListener("keydown", event => {
          if (event.ctrlKey || event.metaKey || event.altKey) return;
          const isTyping = document.activeElement === search;
          if (event.key === "Escape") { if (isTyping) search.blur(); select(null); }
          else if (event.key === "ArrowDown") { step(1); event.preventDefault(); }
          else if (event.key === "ArrowUp") { step(-1); event.preventDefault(); }
          else if (event.key === "Enter" && isTyping && selected === null) step(1);
          else if (isTyping) return;
          else if (event.key === "/") { search.focus(); search.select(); event.preventDefault(); }
          else if (event.key === "+" || event.key === "=") zoom(.8);
          else if (event.key === "-") zoom(1.25);
        });
        let held = null, moved = false;
        svg.addEventListener("pointerdown", event => { held = event; moved = false; });
        addEventListener("pointermove", event => {
          if (!held) return;
          const scale = box.width / svg.clientWidth, [dx, dy] = [event.clientX - held.clientX, event.clientY - held.clientY];
          if (!moved && Math.hypot(dx, dy) < 4) return;
          moved = true;
          held = event;
          box.x -= dx * scale;
          box.y -= dy * scale;
          look();
        });
        addEventListener("pointerup", () => { held = null; });
        svg.addEventListener("click", () => { if (!moved && selected !== null) select(null); });
        svg.addEventListener("wheel", event => {
          const frame = svg.getBoundingClientRect();
          const [x, y] = [event.clientX - frame.left, event.clientY - frame.top];
          zoom(Math.exp(event.deltaY / 500), x / frame.width, y / frame.height);
          event.preventDefault();
        }, { passive: false });
        addEventListener("resize", () => fit(selected !== null));
        const named = decodeURIComponent(location.hash.slice(1));
        selected = byID.has(named) ? named : null;
        draw();
        </script>
        </body>
        </html>

        """#
}
