// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.sample.serve;

import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/** Sends a browser that has only the address of the server to the page. */
final class ToThePage extends Handler.Abstract {

    @Override
    public boolean handle(Request request, Response response, Callback callback) {
        if (!"/".equals(request.getHttpURI().getPath())) {
            return false;
        }
        Response.sendRedirect(request, response, callback, FarmPage.PATH);
        return true;
    }
}
