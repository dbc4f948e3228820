extension DependencyGraphPage {
    /// The script: it indexes the graph and gives each service its place, draws the picture, the list and the details,
    /// and follows the mouse, the wheel and the keys.
    static let script = #"""
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

        // The second line of a node.
        const subtitle = node => node.kind === "missing" ? "not registered" : node.kind === "alias" ? "alias" :
          node.kind === "factory" ? node.scope : node.kind + ", " + node.scope;
        const widthOf = nodes => Math.min(240,
          Math.max(...nodes.map(node => 24 + Math.max(node.id.length * 7.2, subtitle(node).length * 6))));

        // Tall layers take several columns: as many as fill the window best.
        function arrange(layers, height, wideGap, lowGap) {
          let best = null;
          const most = Math.max(8, ...layers.map(layer => layer.length));
          for (let rows = 8; rows <= most; rows += Math.max(1, Math.floor(rows / 8))) {
            const columns = [];
            for (const layer of layers) {
              const parts = Math.ceil(layer.length / rows);
              for (let part = 0; part < parts; part++)
                columns.push([layer.filter((_, index) => index % parts === part), part < parts - 1]);
            }
            const width = columns.reduce((sum, column) => sum + widthOf(column[0]) + (column[1] ? lowGap : wideGap), 0);
            const tallest = Math.max(1, ...columns.map(column => column[0].length)) * height;
            const scale = Math.min(svg.clientWidth / width, svg.clientHeight / tallest);
            if (!best || scale > best.scale) best = { scale, columns };
          }
          return best.columns;
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
          const height = 44, gap = 12, wideGap = layers.length > 8 ? 56 : 80, lowGap = 30;
          const columns = arrange(layers, height + gap, wideGap, lowGap);
          let x = 0;
          const tallest = Math.max(1, ...columns.map(column => column[0].length)) * (height + gap);
          for (const [column, isSplit] of columns) {
            const width = widthOf(column);
            const top = (tallest - column.length * (height + gap)) / 2;
            column.forEach((node, index) =>
              Object.assign(node, { x, y: top + index * (height + gap) + (isSplit ? 12 : 0), width, height }));
            x += width + (isSplit ? lowGap : wideGap);
          }
          const wide = Math.max(4, Math.floor(Math.max(x, 900) / 210));
          const below = columns.length ? tallest + 40 : 0;
          lone.forEach((node, index) => Object.assign(node, { x: index % wide * 210, width: 190, height,
            y: below + Math.floor(index / wide) * (height + gap) }));
          return graph.edges.filter(isInner);
        }

        const cut = (text, width) => text.length * 7.2 > width - 16 ? text.slice(0, Math.floor((width - 24) / 7.2)) + "…" : text;

        function draw() {
          const node = selected && byID.get(selected);
          const near = node && new Set([...reach(node, "out", "to"), ...reach(node, "in", "from")]);
          shown = graph.nodes.filter(matches);
          const drawn = near ? graph.nodes.filter(node => near.has(node.id)) : graph.nodes;
          const edges = layout(drawn);
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
              make("text", { x: 10, y: 34, class: "scope" }, subtitle(node)));
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
          const fitting = Math.min((width - room) / size.width, height / size.height, 1.4);
          // The neighbours of a service stay readable, even if not all of them fit into the window.
          const scale = leavesRoom ? Math.max(fitting, .8) : fitting;
          const [w, h] = [width / scale, height / scale];
          const node = scale > fitting ? byID.get(selected) : null;
          const x = node ? node.x + node.width / 2 : size.x + size.width / 2;
          const y = node ? node.y + node.height / 2 : size.y + size.height / 2;
          box = { x: x - (w - room / scale) / 2, y: y - h / 2, width: w, height: h };
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
          find("#count").textContent = `${shown.length} of ${graph.nodes.length} services` + (faults ? `, ${faults} ${faults === 1 ? "fault" : "faults"}` : "");
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

        """#
}
